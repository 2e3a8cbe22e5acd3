/** How many random cases a slow property tries: a third, and all of them with `ALL_RUNS=1`. Each run of the spec draws other cases. */
export const runsOf = (all: number): number => (process.env['ALL_RUNS'] === '1' ? all : Math.ceil(all / 3));
