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
  reason: `${name} cannot be reached. There is no connection, or the server is away.`,
  kept: 'Drafts of posts and replies are kept in this browser. They are there when the connection is back.',
  again: 'Try again',
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
        'Comments under your posts, as their platforms show them, with the names of who wrote them, and your replies. Marks, drafts and settings of your inbox.',
        'Your plan. If you subscribe, also what Stripe tells of the subscription: its number there, its price and its dates. No number of a card.',
        'How often links on your public page were followed, by hour, as far as browsers tell. Nothing of who followed them: no address, no browser.',
        'In your browser alone: a draft that you have not sent, your theme, and your last choices.',
      ],
    },
    {
      heading: 'How it is kept',
      points: [
        'Personal fields in the record of events are encrypted with a key of your own, the words of each comment with a key of theirs. Access to your accounts is encrypted apart from that.',
        'Pictures and films lose the place, time and device that were written into them.',
        'Cookies are for signing in and for connecting accounts only. There is no advertising, no tracking, and nothing is loaded from other sites, but for the payment form on the page for subscribing.',
        'Network addresses are counted for a while to keep robots from guessing, and may stand in the logs of the server.',
      ],
    },
    {
      heading: 'Who receives it',
      points: [
        'The platforms that you choose receive a post, its media and its settings when it is due. Their own terms hold from then on.',
        'So do they receive your replies to comments, and what you hide or remove there.',
        'A mail server delivers the links for signing in, and news of your subscription.',
        `${Operator} can reach the server. Nobody else is given your data than is named here.`,
      ],
      place: 'receivers',
    },
    {
      heading: 'How it goes away',
      points: [
        'Disconnect an account in Settings, and its access is deleted here. Delete a post, and it leaves your list. What is on a platform already stays there until it is deleted there.',
        `A session ends after ${String(SIGN_IN.sessionDays)} days, or after ${String(SIGN_IN.idleDays)} without use.`,
        'The words of a comment go when it is deleted, on its platform or by you, and when you are erased; in older backups too once copies of its key are gone.',
        `The words of comments on LinkedIn go after ${String(hoursInAnyCase.linkedin)} hours, those on YouTube and X when they have not been seen there for ${String(daysUnlessSeen.youtube)} days.`,
        'To have everything erased, delete your account in Settings. It begins at once, and you get a mail when it is done. It destroys your key: what was encrypted with it cannot be read any more, in older backups too once copies of the key are gone.',
        'What you pay for ends with your account. What tax law makes Stripe keep of a payment stays with Stripe.',
        'What is left is random numbers, times and states, and for 90 days a digest of your handle, so that nobody takes it for you.',
        'Take along all that is stored about you in Settings: one file, made for you alone when you download it.',
        `You may ask ${operator} to have it corrected.`,
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
  stripe: `When you subscribe, Stripe receives what you pay with, and your email address if you have one here. ${PROMISES.card.answer}`,
  model: [
    'When you ask for a suggestion, and for automatic replies, a model at ',
    ' receives the text of the comment and of what it answers, your post, and the tone that you chose. The names of people and accounts are not sent along.',
  ],
} as const;

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
        'A model can be wrong. What it suggests goes out only when you send it; automatic replies are written only under posts for which you ask for them, and speak in your name.',
        'Posts of the free plan end in a line that names the service, except where a platform forbids that.',
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
        'You can stop at any time: disconnect your accounts, or delete your account in Settings.',
        'When these terms change, the date above changes too.',
      ],
    },
  ],
};
