"""An executor that computes wrong, for tests of what is done about it."""

from concurrent.futures import Executor, Future


class Faulty(Executor):
    """Runs work at once; results are changed before they are sealed, as by a machine that computes wrong."""

    def __init__(self, change, times=1):
        self.change, self.times = change, times

    def submit(self, function, /, own, task):
        future = Future()

        def wrong(chunk):
            self.times -= 1
            return self.change(own(chunk)) if self.times >= 0 else own(chunk)

        future.set_result(function(wrong, task))
        return future
