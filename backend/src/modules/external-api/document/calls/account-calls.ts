import { externalAccounts, externalPlatforms } from '@posthorn/contracts/external/accounts.http';
import { row } from '../call-row.ts';
import { ACCOUNTS, PLATFORMS } from '../examples/account-examples.ts';

export const ACCOUNT_CALLS = {
  externalPlatforms: row(externalPlatforms, {
    tag: 'Accounts',
    summary: 'List the platforms',
    description: 'All twelve platforms, each with its limits and the accounts of this user.',
    answers: {
      200: { description: 'The platforms.', content: { type: 'Platforms', example: PLATFORMS } },
    },
  }),
  externalAccounts: row(externalAccounts, {
    tag: 'Accounts',
    summary: 'List the connected accounts',
    description: 'The user connects accounts in the app.',
    answers: { 200: { description: 'The accounts.', content: { type: 'Accounts', example: ACCOUNTS } } },
  }),
};
