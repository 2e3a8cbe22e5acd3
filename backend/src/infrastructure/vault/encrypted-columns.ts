import { p } from '@mikro-orm/postgresql';

/** The columns of a `KeyRing.lock` result, for the entity of an encrypted table. */
export const encryptedColumns = () => ({
  kid: p.text(),
  wrapped: p.blob().$type<Buffer>(),
  box: p.blob().$type<Buffer>(),
});
