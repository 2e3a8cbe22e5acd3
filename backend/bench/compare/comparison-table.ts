import { amount } from '../report.ts';
import type { Compared } from './compared.ts';
import type { ComparedFigure, Measured } from './turns.ts';

/** Formats one line for each figure. The last line names the figures that are slower than `before`. */
export function comparisonTable(figures: readonly ComparedFigure[], before: string): string[] {
  const slower = figures.filter(({ verdict }) => verdict === 'slower').map(({ name }) => name);
  return [
    '',
    line('medians', before, 'now', 'ratio (least – most)', ''),
    ...figures.map(({ name, unit, verdict, ...compared }) =>
      line(
        name,
        amount(compared.before, unit),
        amount(compared.after, unit),
        ratioWithRange(compared),
        verdict === 'no difference shown' ? '' : `${verdict} than ${before}`,
      ),
    ),
    '',
    slower.length === 0
      ? `Nothing is slower than ${before}.`
      : `Slower than ${before}: ${slower.join('; ')}.`,
  ];
}

/** Formats the results of one run of a build. */
export const runLines = (build: string, measured: readonly Measured[]): string[] => [
  `  ${build}`,
  ...measured.map(({ name, unit, value }) => `    ${name.padEnd(54)} ${amount(value, unit).padStart(17)}`),
];

const line = (name: string, before: string, now: string, ratio: string, verdict: string): string =>
  `  ${name.padEnd(56)} ${before.padStart(17)} ${now.padStart(17)}  ${ratio.padEnd(22)} ${verdict}`.trimEnd();

/** Formats the ratio with its range. There is no ratio when `before` is zero. */
const ratioWithRange = ({ before, ratio, lowest, highest }: Omit<Compared, 'verdict'>): string =>
  before === 0 ? '–' : `${ratio.toFixed(2)} (${lowest.toFixed(2)} – ${highest.toFixed(2)})`;
