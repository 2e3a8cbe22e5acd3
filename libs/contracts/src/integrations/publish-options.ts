/** One value that a platform needs besides text and files. */
type Field<Kind extends string> = Readonly<{
  kind: Kind;
  name: string;
  /** The label of the field in the platform's own app. */
  label: string;
  /** A sentence under the field; absent when the label is enough. */
  help?: string;
  required: boolean;
  /** The platform's rules or a law require that a person decides for each post. So no form copies the choice from an earlier post. */
  byHand?: true;
  /**
   * The field applies to posts with such a file for the account, to posts whose only file is a video, or to posts without files.
   * Absent: to all posts. For other posts the field is not shown, and an old value is neither refused nor sent.
   */
  forMedia?: 'image' | 'video' | 'loneVideo' | 'none';
  /** The flag that must be set for the field to apply; otherwise an earlier choice is not sent. */
  showWhen?: string;
}>;

/**
 * - `mark`: a fact about the choice, for example a board that only its owner sees. Screens choose the words for it.
 * - `own`: the name of a language in this language. Then `value` is the code of the language, by which screens name it. Browsers do not
 *   know all names in their own languages.
 */
export type Choice = Readonly<{ value: string; label: string; mark?: 'secret'; own?: string }>;

/**
 * - `text`: at most `max` code points. `from: 'title'`: the title of the post is the default.
 * - `choice`: one of `choices`. `initial: null` means that the platform's rules require that the user chooses. `fromAccount`: the
 *   choices are the account's own (boards, audiences) and come with `GET /api/accounts/:id/publish-fields`.
 * - `flag`: yes or no. `initial: null`: the user must choose.
 * - `moment`: a frame of the account's video, by its time in whole milliseconds, before the end of the video. Without one, the
 *   platform chooses a frame.
 * `isApplicable` of `option-values.ts` says whether a field is shown.
 */
export type OptionField =
  | (Field<'text'> & Readonly<{ max: number; from?: 'title' }>)
  | (Field<'choice'> &
      Readonly<{
        choices: readonly Choice[];
        fromAccount?: boolean;
        initial: string | null;
      }>)
  | (Field<'flag'> & Readonly<{ initial: boolean | null }>)
  | Field<'moment'>;
