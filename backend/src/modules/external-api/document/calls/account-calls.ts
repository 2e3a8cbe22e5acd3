import { externalAccounts, externalPlatforms } from '@posthorn/contracts/external/accounts.http';
import { row } from '../call-row.ts';
import { ACCOUNTS, PLATFORMS } from '../examples/account-examples.ts';

export const ACCOUNT_CALLS = {
  externalPlatforms: row(externalPlatforms, {
    tag: 'Accounts',
    summary: 'List the platforms',
    description: 'All twelve, each with what it takes and the accounts of this user there.',
    answers: {
      200: { description: 'The platforms.', content: { type: 'Platforms', example: PLATFORMS } },
    },
  }),
  externalAccounts: row(externalAccounts, {
    tag: 'Accounts',
    summary: 'List the connected accounts',
    description: 'Accounts are connected in the app, by the person whose they are.',
    answers: { 200: { description: 'The accounts.', content: { type: 'Accounts', example: ACCOUNTS } } },
  }),
};
