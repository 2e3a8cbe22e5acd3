import { AUDIENCE_OPTIONS, PUBLIC_AUDIENCES } from '@posthorn/contracts/integrations/audience';

/** SQL: a list of texts. */
const texts = (list: readonly string[]): string => `array[${list.map((each) => `'${each}'`).join(', ')}]`;
/** SQL: who can see the post on an account (`chosen`), by its options; null: the user chose nothing. */
const AUDIENCE = `coalesce(${AUDIENCE_OPTIONS.map((name) => `nullif(chosen -> 'options' ->> '${name}', '')`).join(', ')})`;
/** A condition: the user chose that not everyone can see the post on an account (`chosen`, `target`), as in `isForEveryone`. */
export const IS_LIMITED = `target ->> 'platform' = any(${texts(Object.keys(PUBLIC_AUDIENCES))})
  and (target ->> 'platform') || ' ' || ${AUDIENCE} <> all(${texts(
    Object.entries(PUBLIC_AUDIENCES).flatMap(([platform, audiences]) =>
      audiences.map((audience) => `${platform} ${audience}`),
    ),
  )})`;
/** SQL: of the options of an own content (`own_of`), those that choose who can see the post. */
export const AUDIENCE_OF_OWN = `json_strip_nulls(json_build_object(${AUDIENCE_OPTIONS.map(
  (name) => `'${name}', own_of -> 'options' -> '${name}'`,
).join(', ')}))`;
