import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailer, messageOf, type Mail } from './mailer.ts';

const AS_FILE = {
  streamTransport: true,
  buffer: true,
  newline: 'unix',
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** Without a mail server each mail becomes one file with the bytes that a server would get. A repeated mail overwrites its file. */
export class OutboxMailer extends Mailer {
  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  protected override async deliver(mail: Mail): Promise<void> {
    const date = new Date();
    const { createTransport } = await import('nodemailer');
    const { message } = await createTransport(AS_FILE).sendMail({ ...messageOf(mail, this.from), date });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = `${mail.id ?? `${date.toISOString().replace(/[:.]/g, '-')}-${randomUUID()}`}.eml`;
    // A program that watches the folder sees only complete mails.
    const draft = join(this.folder, `.${name}-${randomUUID()}.part`);
    await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx' });
    await rename(draft, join(this.folder, name));
  }
}
