/** One value that a platform wants to know beside text and files. */
type Field<Kind extends string> = Readonly<{
  kind: Kind;
  name: string;
  /** In the words of the platform's own app. */
  label: string;
  /** A sentence under the field; absent when the label says it all. */
  help?: string;
  required: boolean;
  /**
   * The field applies to posts with such a file for the account, to posts whose only file is a video, or to posts without files; absent:
   * to all posts. For other posts the field is not shown, and an old value is neither refused nor sent.
   */
  forMedia?: 'image' | 'video' | 'loneVideo' | 'none';
  /** Names a flag that must be set for the field to be asked for; what was chosen before is left out as well. */
  showWhen?: string;
}>;

export type Choice = Readonly<{ value: string; label: string }>;

/**
 * - `text`: at most `max` code points. `from: 'title'`: the title of the post stands in while it is empty.
 * - `choice`: one of `choices`. `initial: null` means that the platform's rules want a choice by hand. `fromAccount`: the
 *   choices are the account's own (boards, audiences) and come with `GET /api/accounts/:id/publish-fields`.
 * - `flag`: yes or no. `initial: null`: an answer by hand is wanted.
 * - `moment`: a picture of the account's video, by its time in whole milliseconds, before the end of the video. None: the
 *   platform takes one.
 * `isAsked` of `option-values.ts` says whether a field is to be shown.
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
