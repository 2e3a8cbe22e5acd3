import { BRAND } from '@posthorn/contracts/shared/brand';

export type LegalText = Readonly<{
  title: string;
  summary: string;
  sections: readonly Readonly<{ heading: string; points: readonly string[] }>[];
}>;

const { name } = BRAND;
const operator = BRAND.operator ?? 'the operator of this installation';
const Operator = BRAND.operator ?? 'The operator of this installation';

export const LEGAL_TEXT = {
  back: 'Back to Home',
  updated: (day: string) => `Last updated ${day}`,
  otherPage: { terms: 'Terms of Service', privacy: 'Privacy Policy' },
} as const;

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  summary: `What ${name} keeps about you, who gets to see it, and how it goes away.`,
  sections: [
    {
      heading: 'Who is responsible',
      points: [
        `${Operator} runs this copy of ${name} and is responsible for the data in it.`,
        BRAND.operator === null
          ? 'Questions go to whoever gave you the address of this site.'
          : `Questions: ${BRAND.supportEmail}.`,
      ],
    },
    {
      heading: 'What is stored',
      points: [
        'Your email address, your name and handle if you set them, your time zone, and which browsers are signed in. With Google or LinkedIn also the number by which they know you. There is no password.',
        'The accounts that you connect: their names, and the access that you gave. You can take that back at any time.',
        'Your posts: text, pictures, films, alt text, times, the accounts they are for, and what each platform answered. Each step is recorded, so that you can look up what happened. You can export the history of a post.',
        'In your browser alone: a draft that you have not sent, your theme, and your last choices.',
      ],
    },
    {
      heading: 'How it is kept',
      points: [
        'Personal fields in the record of events are encrypted with a key of your own. Access to your accounts is encrypted apart from that.',
        'Pictures and films lose the place, time and device that were written into them.',
        'Cookies are for signing in only. There is no advertising, no tracking, and nothing is loaded from other sites.',
        'Network addresses are counted for a while to keep robots from guessing, and may stand in the logs of the server.',
      ],
    },
    {
      heading: 'Who receives it',
      points: [
        'The platforms that you choose receive a post, its media and its settings when it is due. Their own terms hold from then on.',
        'A mail server delivers the links for signing in.',
        `${Operator} can reach the server. Nobody else is given your data.`,
      ],
    },
    {
      heading: 'How it goes away',
      points: [
        'Disconnect an account in Settings, and its access is deleted here. Delete a post, and it leaves your list. What is on a platform already stays there until it is deleted there.',
        `To have everything erased, ask ${operator}. Erasing destroys your key: what was encrypted with it cannot be read any more, in older backups too once copies of the key are gone.`,
        'You may also ask what is stored about you, and have it corrected.',
      ],
    },
    {
      heading: 'Age',
      points: [`You must be at least 13 years old to use ${name}.`],
    },
  ],
};

export const TERMS: LegalText = {
  title: 'Terms of Service',
  summary: `What you may expect of ${name}, and what is expected of you.`,
  sections: [
    {
      heading: 'The service',
      points: [
        `${name} publishes your posts on the accounts that you connect, at the time that you choose. ${Operator} provides it.`,
        'You must be at least 13 years old, and old enough for each platform that you connect.',
        'Your account is created when you first sign in. Keep your mailbox safe: whoever reads it can sign in.',
      ],
    },
    {
      heading: 'Your content',
      points: [
        'What you write and upload stays yours. You allow the service to store it and to send it where you say, and nothing else.',
        'Publish only what you have the right to publish. Nothing unlawful, no spam, no harm to others.',
        'Posts of the free plan end in a line that names the service, except where a platform forbids that.',
      ],
    },
    {
      heading: 'The platforms',
      points: [
        'Each platform has its own rules and limits. You keep to them, and they may refuse or remove a post.',
        `${name} is built to publish each post once. When it cannot tell whether a post arrived, it says so and asks you to look, instead of posting twice.`,
        'Platforms fail and change. A post can be late, or not be possible at all; you are told why.',
      ],
    },
    {
      heading: 'What is not promised',
      points: [
        `The service is provided as it is. ${Operator} is not liable for what a platform does, nor for a post that came late or not at all, as far as the law allows.`,
        'An account that breaks these terms or endangers the service can be closed.',
      ],
    },
    {
      heading: 'Ending and changes',
      points: [
        'You can stop at any time: disconnect your accounts, and ask to have your data erased.',
        'When these terms change, the date above changes too.',
      ],
    },
  ],
};
