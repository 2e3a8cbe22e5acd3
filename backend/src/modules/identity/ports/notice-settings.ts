import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';

/** Where a person wants to be told of something. */
export type NoticePlaces = Readonly<{ inApp: boolean; byMail: boolean }>;

/** What people have chosen to be told of, and where. */
export abstract class NoticeSettings {
  /** From the log, because mails are sent by it. Nowhere for a user who does not exist. */
  abstract placesOf(userId: string, kind: NoticeKind): Promise<NoticePlaces>;

  /**
   * The person gets no more mails of this kind; what the app shows stays. Repeating it changes nothing, nor does it for a user who
   * does not exist. Runs inside a CauseContext.
   */
  abstract endMails(userId: string, kind: NoticeKind): Promise<void>;
}
