import { timingSafeEqual } from 'node:crypto';
import { unsubscribe } from '@posthorn/contracts/notifications/notices.http';
import { NOTICE_KINDS, type NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

/** The mails that a link ends: one kind, for one user. */
type MailsToEnd = Readonly<{ userId: string; kind: NoticeKind }>;

const KINDS: ReadonlySet<string> = new Set(NOTICE_KINDS);
const isKind = (kind: string | undefined): kind is NoticeKind => kind !== undefined && KINDS.has(kind);

/**
 * Signed unsubscribe links that need no sign-in. They contain the user and the kind, and never expire,
 * because a user may open a mail after years. A link can only end mails.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly digests: PersonalDigests,
    private readonly configuration: Configuration,
  ) {}

  async to(mails: MailsToEnd): Promise<string> {
    const content = Buffer.from(contentOf(mails));
    const token = `${content.toString('base64url')}.${(await this.#sign(content)).toString('base64url')}`;
    return `${this.configuration.publicUrl}${unsubscribe.path.replace(':token', token)}`;
  }

  /** Null for a token that Posthorn did not make. */
  async read(token: string): Promise<MailsToEnd | null> {
    const [content = '', signature = ''] = token.split('.');
    const data = Buffer.from(content, 'base64url');
    const given = Buffer.from(signature, 'base64url');
    const expected = await this.#sign(data);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [kind, userId] = data.toString().split(' ');
    return isKind(kind) && userId !== undefined ? { userId, kind } : null;
  }

  /** Signs with a prefix, so that a digest made for another purpose is never a valid signature. */
  #sign(data: Buffer): Promise<Buffer> {
    return this.digests.digestOf(`unsubscribe ${data.toString()}`);
  }
}

const contentOf = ({ userId, kind }: MailsToEnd): string => `${kind} ${userId}`;
