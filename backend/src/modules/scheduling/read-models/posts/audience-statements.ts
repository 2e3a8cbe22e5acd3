import {
  AUDIENCE_OPTIONS,
  PUBLIC_AUDIENCES,
  WARNING_OPTION,
} from '@posthorn/contracts/integrations/audience';

/** SQL: a list of texts. */
const texts = (list: readonly string[]): string => `array[${list.map((each) => `'${each}'`).join(', ')}]`;
/** SQL: who can see the post on an account (`chosen`), by its options; null: the user chose nothing. */
const AUDIENCE = `coalesce(${AUDIENCE_OPTIONS.map((name) => `nullif(chosen -> 'options' ->> '${name}', '')`).join(', ')})`;
/** A condition: the post on an account (`chosen`, `target`) is not shown to everyone, as in `isForEveryone` and `hasWarning`. */
export const IS_LIMITED = `(btrim(coalesce(chosen -> 'options' ->> '${WARNING_OPTION}', '')) <> '' or target ->> 'platform' = any(${texts(Object.keys(PUBLIC_AUDIENCES))})
  and (target ->> 'platform') || ' ' || ${AUDIENCE} <> all(${texts(
    Object.entries(PUBLIC_AUDIENCES).flatMap(([platform, audiences]) =>
      audiences.map((audience) => `${platform} ${audience}`),
    ),
  )}))`;
/** SQL: of the options of an own content (`own_of`), those that decide whether the post is shown. */
export const SHOWN_OPTIONS = `json_strip_nulls(json_build_object(${[...AUDIENCE_OPTIONS, WARNING_OPTION]
  .map((name) => `'${name}', own_of -> 'options' -> '${name}'`)
  .join(', ')}))`;
