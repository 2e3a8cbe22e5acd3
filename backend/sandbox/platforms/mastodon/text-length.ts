import { entitiesOf } from './text-entities.ts';

const URL_PLACEHOLDER = 'x'.repeat(23);
const segmenter = new Intl.Segmenter();

/** Characters as the server counts them: letters as people see them, an address 23, a mention without its host. */
export function statusLength(text: string, spoiler: string): number {
  let counted = spoiler;
  let end = 0;
  for (const entity of entitiesOf(text)) {
    counted += text.slice(end, entity.start);
    if (entity.kind === 'url') counted += URL_PLACEHOLDER;
    else if (entity.kind === 'mention') counted += `@${entity.user}`;
    else counted += text.slice(entity.start, entity.end);
    end = entity.end;
  }
  counted += text.slice(end);
  return Array.from(segmenter.segment(counted)).length;
}
