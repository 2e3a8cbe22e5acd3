import { ACTORS, type ActorView } from '@posthorn/contracts/shared/actors';
import { sentenceOf } from '@posthorn/contracts/shared/said';

/** The name of an actor in the words of the product. For an unknown code, uses the name of the server. */
export const actorName = ({ name, said }: ActorView): string =>
  (said && sentenceOf(ACTORS, said, said.values)) ?? name;
