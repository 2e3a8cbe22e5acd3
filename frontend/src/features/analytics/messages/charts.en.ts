/** Texts that all charts share. */
export const CHART_TEXT = {
  table: 'Table',
  chart: 'Chart',
  keys: (count: number) => `${String(count)} points. Arrow keys move between them, Escape leaves.`,
  rest: 'Point at a mark, or use the arrow keys.',
  cell: (head: string, cell: string) => `${head}: ${cell}`,
} as const;
