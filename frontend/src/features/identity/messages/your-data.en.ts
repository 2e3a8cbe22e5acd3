import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the data export card, loaded after all other cards. */
export const YOUR_DATA_TEXT = {
  export: 'Export',
  hint: `Everything ${BRAND.name} stores about you, as one ZIP of JSON files that people and programs can read:`,
  contents: [
    'Your profile, link page, ways to sign in and settings',
    'Your posts with their full history, and your uploads',
    'Connected accounts, without their keys',
    'Comments on your posts, and your replies',
    'Your plan and your payments, without your card details',
    'The event log, with a proof for each event',
  ],
  ask: 'Export my data',
  asking: 'Preparing...',
  askAgain: 'Make a new export',
  ready: 'Your export is ready.',
  download: 'Download',
  until: (time: string) => `The link works once, in this browser, until ${time}.`,
  begun: 'Your download has started. The link worked for one download.',
  over: 'The link has expired. Make a new export.',
  failed: 'We could not prepare your export. Please try again.',
} as const;
