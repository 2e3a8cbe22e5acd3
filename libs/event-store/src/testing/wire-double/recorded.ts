/** One event as the server keeps it: bytes, not JSON. */
export type DoubleRecord = Readonly<{
  id: string;
  stream: string;
  type: string;
  contentType: string;
  data: Buffer;
  metadata: Buffer;
  revision: bigint;
  position: bigint;
  created: number;
}>;
export type Proposed = Pick<DoubleRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
