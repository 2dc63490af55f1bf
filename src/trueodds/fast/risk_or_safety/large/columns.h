/* Constants of the columns of needs (`columns.pyx` derives them). */
#ifndef TRUEODDS_COLUMNS_H
#define TRUEODDS_COLUMNS_H

#define UNIT 0x1p-106            /* u² of double words, u = 2^-53 */
#define MARGIN 0x1p-49           /* by which a float64 gain is pushed outward, times p^t and the larger value */
#define UP (1.0 + 0x1p-48)       /* what makes a bound of a few float64 operations one that holds */
#define CUT 0x1p-190             /* what a wide number loses in one step */
#define OUTWARD (1.0 + 0x1p-40)  /* by which floats that carry errors are pushed */

#endif
