import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the data export card, loaded after all other cards. */
export const YOUR_DATA_TEXT = {
  export: 'Export',
  hint: `Everything ${BRAND.name} keeps of you, as one zip of JSON files that a person and a program can read:`,
  contents: [
    'Your profile, link page, ways to sign in and settings',
    'Your posts with all that happened to them, and your uploads',
    'Connected accounts, without their keys',
    'Comments under your posts and your replies',
    'Your plan and what you paid, without your card',
    'The record of events, each of which proves itself',
  ],
  ask: 'Export my data',
  asking: 'Preparing...',
  askAgain: 'Make a new export',
  ready: 'Your export is ready.',
  download: 'Download',
  until: (time: string) => `The link works once, in this browser, until ${time}.`,
  begun: 'Your download has begun. The link was good for one.',
  over: 'The link is over. Make a new export.',
  failed: 'We could not prepare your export. Please try again.',
} as const;
