import type { Finding } from '#infrastructure/operations/finding.ts';

const about = 'X_DAILY_BUDGET_USD';

/** What reading X may cost in a day, and has cost today, in US dollars. */
export function budgetFinding(budget: number, spent: number): Finding {
  if (budget === 0)
    return {
      about,
      state: 'note',
      text: 'Not set: comments on X are not read. X charges for what is read; say what that may cost in a day.',
    };
  const of = `$${spent.toFixed(2)} of $${budget.toFixed(2)} spent today (UTC)`;
  if (spent < budget) return { about, state: 'good', text: `${of}.` };
  return { about, state: 'note', text: `${of}: comments on X are read again after midnight (UTC).` };
}
