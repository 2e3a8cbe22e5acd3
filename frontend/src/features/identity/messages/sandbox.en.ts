export const SANDBOX_TEXT = {
  nothingLeaves: 'Sandbox: nothing goes out',
  arrived: 'See what arrived',
} as const;
