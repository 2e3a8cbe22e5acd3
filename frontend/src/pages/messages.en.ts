import { PROMISES } from '@posthorn/contracts/billing/promises';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { WORDS_KEPT } from '@posthorn/contracts/inbox/words-kept';
import { BRAND } from '@posthorn/contracts/shared/brand';

export type LegalText = Readonly<{
  title: string;
  summary: string;
  sections: readonly LegalSection[];
}>;

/** `place`: where the server inserts points that apply to this installation. */
type LegalSection = Readonly<{ heading: string; points: readonly string[]; place?: 'receivers' }>;

const { name } = BRAND;
const { hoursInAnyCase, daysUnlessSeen } = WORDS_KEPT;
const operator = BRAND.operator ?? 'the operator of this installation';
const Operator = BRAND.operator ?? 'The operator of this installation';

export const LEGAL_TEXT = {
  back: 'Back to Home',
  updated: (day: string) => `Last updated ${day}`,
  otherPage: { terms: 'Terms of Service', privacy: 'Privacy Policy' },
} as const;

export const OFFLINE_TEXT = {
  title: 'You are offline',
  reason: `${name} cannot be reached. You have no connection, or the server is down.`,
  kept: 'Drafts of posts and replies are kept in this browser. You find them there when the connection is back.',
  again: 'Try again',
} as const;

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  summary: `What ${name} stores about you, who receives it, and how it is deleted.`,
  sections: [
    {
      heading: 'Who is responsible',
      points: [
        `${Operator} runs this copy of ${name} and is responsible for the data in it.`,
        BRAND.operator === null
          ? 'For questions, ask the person who gave you the address of this site.'
          : `Questions: ${BRAND.supportEmail}.`,
      ],
    },
    {
      heading: 'What is stored',
      points: [
        'Your email address, your name and handle if you set them, your time zone, and which browsers are signed in. If you sign in with Google or LinkedIn, also the number of your account there. There is no password.',
        'The accounts that you connect: their names, and the access that you gave. You can withdraw it at any time.',
        'Your posts: text, pictures, videos, alt text, times, the accounts they are for, and what each platform answered. Each step is recorded, so that you can see what happened. You can export the history of a post.',
        'Your drafts: text, files, choices and planned times, until you schedule or delete them, and which browser changed them last.',
        'Comments on your posts, as their platforms show them, with the names of their authors, and your replies. Also the marks, drafts and settings of your inbox.',
        'Your plan. If you subscribe, also what Stripe reports about the subscription: its number there, its price and its dates. Never your card number.',
        'How often links on your public page were clicked, by hour, as far as browsers report it. Nothing about who clicked: no network address, no browser.',
        'Only in your browser: what you typed until the server has saved it, an edit or a reply that you have not sent, your theme, and your last choices.',
      ],
    },
    {
      heading: 'How it is kept',
      points: [
        'Personal data in the record of events is encrypted with a key of your own. The text of each comment has its own key. The access to your accounts is encrypted separately.',
        'The place, time and device that a camera wrote into pictures and videos are removed.',
        'Cookies are used only for signing in and for connecting accounts. There is no advertising and no tracking. Nothing is loaded from other sites, except the payment form when you subscribe.',
        'Network addresses are counted for a while, to stop robots from guessing. They may also appear in the logs of the server.',
      ],
    },
    {
      heading: 'Who receives it',
      points: [
        'The platforms that you choose receive a post, its media and its settings when it is due. Their own terms hold from then on.',
        'They also receive your replies to comments, and learn what you hide or remove there.',
        'A mail server delivers sign-in links, notifications, and emails about your account and subscription.',
        `${Operator} has access to the server. Your data goes to no one who is not named here.`,
      ],
      place: 'receivers',
    },
    {
      heading: 'How it is deleted',
      points: [
        'When you disconnect an account in Settings, the access to it is deleted here. When you delete a post, it leaves your list. What is already on a platform stays there until it is deleted there.',
        `A session ends after ${String(SIGN_IN.sessionDays)} days, or after ${String(SIGN_IN.idleDays)} without use.`,
        'The text of a comment is deleted when the comment is deleted, on its platform or by you, and when your account is deleted. In older backups it becomes unreadable once copies of its key are gone.',
        `The text of comments on LinkedIn is deleted after ${String(hoursInAnyCase.linkedin)} hours. On YouTube and X, it is deleted when the comment has not been seen there for ${String(daysUnlessSeen.youtube)} days.`,
        'To delete everything, delete your account in Settings. This begins at once, and you get an email when it is done. It destroys your key: what was encrypted with it can no longer be read. That includes older backups once copies of the key are gone.',
        'Your subscription ends with your account. Stripe keeps what tax law requires it to keep about a payment.',
        'What remains are random numbers, times and states. For 90 days, a fingerprint of your handle also remains, so that no one can pose as you.',
        'In Settings you can download everything that is stored about you, as one file.',
        `You may ask ${operator} to correct it.`,
      ],
    },
    {
      heading: 'Age',
      points: [`You must be at least 13 years old to use ${name}.`],
    },
  ],
};

/** Further recipients of data, when they are configured. `model`: the provider of the AI model, whose name stands between the two parts. */
export const RECEIVERS = {
  stripe: `When you subscribe, Stripe receives your payment details, and your email address if you have one here. ${PROMISES.card.answer}`,
  model: [
    'When you ask for a suggestion, and for automatic replies, a model at ',
    ' receives the text of the comment and of what it answers, your post, and the tone that you chose. The names of people and accounts are not sent.',
  ],
} as const;

export const TERMS: LegalText = {
  title: 'Terms of Service',
  summary: `What you can expect from ${name}, and what is expected from you.`,
  sections: [
    {
      heading: 'The service',
      points: [
        `${name} publishes your posts on the accounts that you connect, at the time that you choose. ${Operator} provides the service.`,
        'You must be at least 13 years old, and old enough for each platform that you connect.',
        'Your account is created when you first sign in. Keep your mailbox safe: anyone who can read it can sign in.',
      ],
    },
    {
      heading: 'Your content',
      points: [
        'What you write and upload stays yours. You allow the service to store it and to send it where you choose, and nothing else.',
        'Publish only what you have the right to publish. Publish nothing illegal, no spam, and nothing that harms others.',
        'An AI model can be wrong. Its suggestions go out only when you send them. Automatic replies are written only on posts where you switch them on, and they speak in your name.',
        'Posts on the free plan end with a line that names the service, except where a platform forbids that.',
      ],
    },
    {
      heading: 'Plans and payment',
      points: [
        PROMISES.free.answer,
        PROMISES.trial.answer,
        PROMISES.price.answer,
        PROMISES.cancelling.answer,
        PROMISES.moneyBack.answer,
      ],
    },
    {
      heading: 'The platforms',
      points: [
        PROMISES.platforms.answer,
        'Each platform has its own rules and limits. You must follow them. A platform may refuse or remove a post.',
        `${name} is built to publish each post once. When it cannot tell whether a post arrived, it says so and asks you to check, instead of posting twice.`,
        'Platforms fail and change. A post can be late or can fail. You see the reason.',
      ],
    },
    {
      heading: 'What is not promised',
      points: [
        `The service is provided as it is. As far as the law allows, ${Operator} is not liable for what a platform does, or for a post that is late or missing.`,
        'An account that breaks these terms or endangers the service can be closed.',
      ],
    },
    {
      heading: 'Ending and changes',
      points: [
        'You can stop at any time: disconnect your accounts, or delete your account in Settings.',
        'When these terms change, the date above changes too.',
      ],
    },
  ],
};
