export const visibilities = ['public', 'unlisted', 'private', 'direct'] as const;
export type Visibility = (typeof visibilities)[number];

export type Status = Readonly<{
  id: string;
  host: string;
  accountId: string;
  text: string;
  spoilerText: string;
  visibility: Visibility;
  sensitive: boolean;
  language: string | null;
  inReplyToId: string | null;
  mediaIds: readonly string[];
  createdAt: number;
  /** True for statuses that the product created; false for those that the control API added in another person’s name. */
  published: boolean;
  editedAt?: number;
  /** Only the thread shows this status: no notification or reply count includes it. */
  unannounced?: true;
}>;

/** The fields of a status that can change later. */
export type StatusChange = Readonly<Partial<Pick<Status, 'text' | 'editedAt'>>>;

/** The fields of the API's view that depend on the status alone. */
export const ownFields = ({ createdAt, editedAt, inReplyToId, spoilerText, ...status }: Status) => ({
  id: status.id,
  created_at: new Date(createdAt).toISOString(),
  edited_at: editedAt === undefined ? null : new Date(editedAt).toISOString(),
  in_reply_to_id: inReplyToId,
  sensitive: status.sensitive,
  spoiler_text: spoilerText,
  visibility: status.visibility,
  language: status.language,
  favourited: false,
  reblogged: false,
  muted: false,
  bookmarked: false,
  pinned: false,
  reblog: null,
  application: null,
  emojis: [],
  card: null,
  poll: null,
});
