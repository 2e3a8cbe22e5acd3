import { isObject, type JsonRecord } from '../../http/json.ts';

export type RecordRef = Readonly<{ uri: string; cid: string }>;

const refOf = (value: unknown): RecordRef | null =>
  isObject(value) && typeof value['uri'] === 'string' && typeof value['cid'] === 'string'
    ? { uri: value['uri'], cid: value['cid'] }
    : null;

/** The post that this record replies to, and its root; null when it is not a reply. */
export function replyOf(record: JsonRecord): Readonly<{ root: RecordRef; parent: RecordRef }> | null {
  const { reply } = record;
  if (!isObject(reply)) return null;
  const root = refOf(reply['root']);
  const parent = refOf(reply['parent']);
  return root && parent ? { root, parent } : null;
}
