/** Throughput and latency of one operation. */
export type Figures = Readonly<{ perSecond: number; p50: number; p99: number }>;

/** Runs `work` for `seconds`, in one loop for each caller. `work` returns how many items it has processed. */
export async function measure(
  callers: number,
  seconds: number,
  work: (caller: number, turn: number) => Promise<number>,
): Promise<Figures> {
  const waits: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let items = 0;
  const loop = async (caller: number) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const start = performance.now();
      const done = await work(caller, turn);
      waits.push(performance.now() - start);
      items += done;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  const elapsed = (performance.now() - begin) / 1000;
  waits.sort((a, b) => a - b);
  const quantile = (share: number) =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0;
  return { perSecond: items / elapsed, p50: quantile(0.5), p99: quantile(0.99) };
}

/** Formats one line of the report. The ratio compares the speed with the baseline of the same run. */
export function line(name: string, figures: Figures, baseline?: Figures): string {
  const ratio = baseline ? `, ${(figures.perSecond / baseline.perSecond).toFixed(2)} × baseline` : '';
  const perSecond = Math.round(figures.perSecond).toLocaleString('en');
  return `${name.padEnd(44)} ${perSecond.padStart(9)}/s  p50 ${ms(figures.p50)}  p99 ${ms(figures.p99)}${ratio}`;
}

const ms = (value: number): string => `${value.toFixed(1).padStart(6)} ms`;
