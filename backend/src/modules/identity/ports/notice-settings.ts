import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';

/** The places where a person gets a notice. */
export type NoticePlaces = Readonly<{ inApp: boolean; byMail: boolean }>;

/** The notices that people have chosen, and their places. */
export abstract class NoticeSettings {
  /** Read from the log, because mails depend on it. No place for a user who does not exist. */
  abstract placesOf(userId: string, kind: NoticeKind): Promise<NoticePlaces>;

  /**
   * Ends mails of this kind for the user. The app still shows the notices. A repetition changes nothing, nor does a call for an unknown
   * user. Runs inside a CauseContext.
   */
  abstract endMails(userId: string, kind: NoticeKind): Promise<void>;
}
