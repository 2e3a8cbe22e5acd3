import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';

/** Where a user gets notices of a kind. */
export type NoticePlaces = Readonly<{ inApp: boolean; byMail: boolean }>;

/** Reads and changes which notices users have chosen. */
export abstract class NoticeSettings {
  /**
   * Where the user gets notices of this kind; for an unknown user, nowhere. The implementation reads the log,
   * because a read model may be late, and the user must get no mail after switching it off.
   */
  abstract placesOf(userId: string, kind: NoticeKind): Promise<NoticePlaces>;

  /**
   * Switches off mails of this kind for the user. If the user gets notices in the app, the app still shows them. A repeated call, or a call
   * for an unknown user, changes nothing. The caller must run it inside a `CauseContext`, as requests and processes do.
   */
  abstract endMails(userId: string, kind: NoticeKind): Promise<void>;
}
