/** Texts that all charts share. */
export const CHART_TEXT = {
  table: 'Table',
  chart: 'Chart',
  keys: (count: number) =>
    count === 1
      ? '1 point. Use the arrow keys to read it, and Escape to leave.'
      : `${String(count)} points. Use the arrow keys to move between them, and Escape to leave.`,
  rest: 'Point at the chart, or use the arrow keys.',
  cell: (head: string, cell: string) => `${head}: ${cell}`,
} as const;
