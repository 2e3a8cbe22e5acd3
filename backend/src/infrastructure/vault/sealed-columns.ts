import { p } from '@mikro-orm/postgresql';

/** The columns of what `KeyRing.lock` answers, for the entity of a sealed table. */
export const sealedColumns = () => ({
  kid: p.text(),
  wrapped: p.blob().$type<Buffer>(),
  box: p.blob().$type<Buffer>(),
});
