import type { JsonRecord } from '../../http/json.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyActor, BlueskyEntry, BlueskyStore, StoredRecord } from './bluesky-store.ts';
import { recordCid } from './cid.ts';
import { blobsOf } from './embed-rules.ts';
import { checkGate } from './gate-rules.ts';
import { GATES, POSTS } from './identity.ts';
import { checkPost } from './post-rules.ts';
import { isTid, nextTid } from './tid.ts';
import { invalid, refusal } from './xrpc.ts';

export type Write = Readonly<{ collection: string; rkey: string; record: JsonRecord }>;

const RECORD_KEY = /^(?!\.{1,2}$)[\w.:~-]{1,512}$/;

/** The repositories of all accounts; each method gets its account. Checks, journals and answers every write synchronously. */
export class Repo {
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #commit: (entry: BlueskyEntry) => void;

  constructor(context: SandboxContext, store: BlueskyStore, commit: (entry: BlueskyEntry) => void) {
    this.#context = context;
    this.#store = store;
    this.#commit = commit;
  }

  /** Creates or replaces a record. `swap` null: only create; undefined: no condition. @throws Refusal */
  put(account: BlueskyActor, write: Write, swap: string | null | undefined): object {
    const newRecord = this.#prepare(account, write);
    const current = this.#store.record({ did: account.did, ...write });
    // Writing the same record again changes nothing, whatever the condition. So a repeat after a lost response is harmless.
    if (current?.cid === newRecord.cid) return writeResult(newRecord, null);
    if (swap !== undefined && swap !== (current?.cid ?? null))
      throw refusal(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`);
    return this.#save(newRecord);
  }

  /** @throws Refusal 500 when the key is in use, as the reference server does */
  create(account: BlueskyActor, write: Omit<Write, 'rkey'> & Readonly<{ rkey: string | null }>): object {
    const newRecord = this.#prepare(account, { ...write, rkey: write.rkey ?? nextTid(this.#context.now()) });
    if (this.#store.recordAt(newRecord.uri))
      throw refusal(500, 'InternalServerError', 'Internal Server Error');
    return this.#save(newRecord);
  }

  delete(did: string, collection: string, rkey: string): object {
    const record = this.#store.record({ did, collection, rkey });
    if (!record) return {};
    this.#commit({ type: 'deleted', uri: record.uri });
    return { commit: this.#commitView(record.cid) };
  }

  #prepare({ did }: BlueskyActor, { collection, rkey, record }: Write): Omit<StoredRecord, 'receivedAt'> {
    if (!/^[a-z][\w-]*(\.[\w-]+){2,}$/i.test(collection))
      throw invalid('Error: collection must be a valid nsid');
    const typedRecord = { ...record, $type: record['$type'] ?? collection };
    if (collection === POSTS) {
      if (!isTid(rkey)) throw invalid(`Invalid record key for ${POSTS}: ${rkey} is no TID`);
      checkPost(typedRecord);
    } else if (!RECORD_KEY.test(rkey)) throw invalid('Error: rkey must be a valid record key');
    else if (collection === GATES) checkGate(typedRecord, rkey);
    return {
      uri: `at://${did}/${collection}/${rkey}`,
      cid: cidOf(typedRecord),
      did,
      collection,
      rkey,
      record: typedRecord,
      // The account itself writes this record, not the control API.
      published: true,
    };
  }

  #save(record: Omit<StoredRecord, 'receivedAt'>): object {
    if (record.collection === POSTS) this.#checkBlobs(record);
    this.#commit({ type: 'record', record });
    return writeResult(record, this.#commitView(record.cid));
  }

  #checkBlobs({ did, record }: Omit<StoredRecord, 'receivedAt'>): void {
    for (const { cid, mimeType, size } of blobsOf(record)) {
      const blob = this.#store.blob(did, cid);
      if (!blob) throw refusal(400, 'BlobNotFound', `Could not find blob: ${cid}`);
      if (blob.mimeType !== mimeType)
        throw refusal(
          400,
          'InvalidMimeType',
          `Referenced Mimetype does not match stored blob. Expected: ${blob.mimeType}, Got: ${mimeType}`,
        );
      if (blob.size !== size)
        throw refusal(
          400,
          'InvalidSize',
          `Referenced size does not match stored blob. Expected: ${String(blob.size)}, Got: ${String(size)}`,
        );
    }
  }

  #commitView(cid: string): object {
    const rev = nextTid(this.#context.now());
    return { cid: recordCid({ data: cid, rev }), rev };
  }
}

function cidOf(record: JsonRecord): string {
  try {
    return recordCid(record);
  } catch (error) {
    throw error instanceof TypeError ? invalid(error.message) : error;
  }
}

const writeResult = (
  { uri, cid, collection }: Pick<StoredRecord, 'uri' | 'cid' | 'collection'>,
  commit: object | null,
): object => ({
  uri,
  cid,
  ...(commit ? { commit } : {}),
  validationStatus: collection === POSTS ? 'valid' : 'unknown',
});
