// A fair coin from one that shows heads with probability p: two tosses until they differ.
dtmc

const double p;

module coin
  first : [0..2] init 0;
  result : [0..2] init 0;
  [] result=0 & first=0 -> p : (first'=1) + 1-p : (first'=2);
  [] result=0 & first=1 -> p : (first'=0) + 1-p : (result'=1);
  [] result=0 & first=2 -> p : (result'=2) + 1-p : (first'=0);
endmodule

label "heads" = result=1;
