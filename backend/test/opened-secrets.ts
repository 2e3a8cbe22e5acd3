import { createSecretKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { REMOTE_REVOCATIONS } from '#infrastructure/personal-data/erasure/remote-revocation-rows.ts';
import { encryptionContextOf } from '#infrastructure/event-log/event-codec.ts';
import { openField, type LockedField } from '#infrastructure/event-log/personal-field.ts';
import { SUBJECT_KEYS } from '#infrastructure/event-log/postgres-personal-keys.ts';
import { OAUTH_FLOWS } from '#infrastructure/oauth-flows/oauth-flows.ts';
import type { KeyRing, EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import { readKeyRing } from '#infrastructure/vault/read-keys.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import { ERASURE_ROWS } from '#modules/identity/stores/erasures/erasure-rows.ts';
import { ACCOUNT_CHOICES } from '#modules/integrations/stores/account-choices/waiting-choices.ts';
import { CREDENTIALS } from '#modules/integrations/stores/credentials/credentials.ts';
import { UPLOAD_ADDRESSES } from '#modules/integrations/stores/upload-addresses/upload-addresses.ts';
import { inDatabase, recordedEvents, type RecordedEvent } from './kept-data.ts';
import type { Product } from './product.ts';

/** Tables that hold secrets of users. */
const TABLES = [
  CREDENTIALS,
  ACCOUNT_CHOICES,
  UPLOAD_ADDRESSES,
  REMOTE_REVOCATIONS,
  ERASURE_ROWS,
  OAUTH_FLOWS,
];
/** `"content": {"$personal": [0, "…", "s", "…"]}` */
const LOCKED = /"(?<field>\w+)": ?(?<value>\{"\$personal": ?\[[^\]]*\]\})/gu;
const SUBJECTS = /"subjects": ?(?<subjects>\[[^\]]*\])/u;

/** The secrets that the operator's keys can decrypt: encrypted rows by table, personal fields of the log by stream and event. */
export async function openedSecrets(
  product: Product,
): Promise<readonly Readonly<{ name: string; text: string }>[]> {
  const ring = readKeyRing(null, join(product.dataDir, 'encryption-keys'));
  const [keys, tables] = await inDatabase(product, async (database) => {
    const opened = [];
    for (const table of TABLES)
      opened.push({
        name: table.name,
        text: [...(await openedRows(database, ring, table)).values()].join('\n'),
      });
    return [await openedRows(database, ring, SUBJECT_KEYS), opened] as const;
  });
  const subjects = new Map([...keys].map(([subject, key]) => [subject, createSecretKey(key)]));
  const events = (await recordedEvents(product)).map((event) => ({
    name: `${event.stream} ${event.type}, opened`,
    text: wordsOf(event, subjects),
  }));
  return [...tables, ...events];
}

/** Decrypted rows by their primary key, without rows whose secret was destroyed. */
async function openedRows(
  database: Client,
  ring: KeyRing,
  { name, key, columns = [], contextOf }: EncryptedTable,
): Promise<ReadonlyMap<string, Buffer>> {
  const named = [key.column, ...columns].map((column) => `"${column}"::text as "${column}"`).join(', ');
  const { rows } = await database.query<EncryptedSecret & Record<string, string>>(
    `select ${named}, kid, wrapped, box from ${name} where box is not null`,
  );
  return new Map(rows.map((row) => [row[key.column] ?? '', ring.openBytes(row, contextOf(row))]));
}

function wordsOf({ stream, type, text }: RecordedEvent, keys: ReadonlyMap<string, KeyObject>): string {
  const subjects = JSON.parse(SUBJECTS.exec(text)?.groups?.['subjects'] ?? '[]') as readonly string[];
  return [...text.matchAll(LOCKED)]
    .map(({ groups }) => {
      const locked = JSON.parse(groups?.['value'] ?? '') as LockedField;
      const key = keys.get(subjects[locked.$personal[0]] ?? '');
      return JSON.stringify(
        openField(locked, key, encryptionContextOf(stream, type, groups?.['field'] ?? '')),
      );
    })
    .join('\n');
}
