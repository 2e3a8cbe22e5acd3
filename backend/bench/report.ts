export type Unit =
  | '×'
  | 'CLS'
  | 'ms'
  | 'requests'
  | 's'
  | 'events/s'
  | 'polls/s'
  | 'pages/s'
  | 'posts/s'
  | 'rows/s'
  | 'targets/s'
  | 'writes/s'
  | 'MB'
  | 'MB/s'
  | 'kB'
  | 'bytes'
  | 'commits'
  | 'commits/s'
  | 'ids'
  | 'statements'
  | 'statements/s';
/** The same work, done in the simplest way in the same run. */
export type Baseline = Readonly<{ name: string; value: number }>;

export type Figure = Readonly<{
  name: string;
  value: number;
  unit: Unit;
  /** Null where there is no simpler way to do the same work. */
  baseline: Baseline | null;
  /** The design's target; null where the design sets none. */
  target: Readonly<{ atMost: number } | { atLeast: number }> | null;
}>;

/** Prints each figure when it is measured, and all figures as a table at the end. */
export class Report {
  readonly #print: (line: string) => void;
  readonly #figures: Figure[] = [];

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Prints a line about progress, or an explanation of a figure. */
  say(line: string): void {
    this.#print(line);
  }

  add(figure: Figure): void {
    this.#figures.push(figure);
    const { name, baseline } = figure;
    const comparison = baseline
      ? `${baseline.name} ${amount(baseline.value, figure.unit)}, ${ratio(figure)}`
      : '';
    this.#print(
      `  ${name.padEnd(58)} ${measured(figure).padStart(16)}  ${verdict(figure).padEnd(10)} ${targetOf(figure).padEnd(18)} ${comparison}`.trimEnd(),
    );
  }

  /** The table for `docs/benchmarks.md`. */
  table(): string[] {
    return [
      '| figure | measured | baseline of the same run | ratio | target | |',
      '|---|---:|---|---:|---:|---|',
      ...this.#figures.map((figure) => {
        const { name, baseline, unit } = figure;
        const comparison = baseline ? `${baseline.name}: ${amount(baseline.value, unit)}` : '–';
        return `| ${[name, measured(figure), comparison, ratio(figure), targetOf(figure) || '–', verdict(figure)].join(' | ')} |`;
      }),
    ];
  }

  get missed(): readonly string[] {
    return this.#figures.filter((figure) => verdict(figure) === 'not met').map(({ name }) => name);
  }
}

const measured = ({ value, unit }: Figure): string => amount(value, unit);

function ratio({ value, baseline }: Figure): string {
  if (!baseline || baseline.value === 0) return '–';
  const times = value / baseline.value;
  return `${times.toFixed(times < 10 ? 2 : 0)} ×`;
}

function targetOf({ target, unit }: Figure): string {
  if (!target) return '';
  return 'atMost' in target ? `≤ ${amount(target.atMost, unit)}` : `≥ ${amount(target.atLeast, unit)}`;
}

function verdict({ value, target }: Figure): string {
  if (!target) return '';
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
  return isMet ? 'met' : 'not met';
}

export function amount(value: number, unit: Unit): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const shown = value.toLocaleString('en', { maximumFractionDigits: digits });
  return `${shown} ${unit}`;
}
