import { areHashtags, hashtagList, postText } from '@posthorn/contracts/scheduling/post-text';
import { hashtagsIn } from '@posthorn/contracts/integrations/text-words';
import { expect, it } from '@jest/globals';

it.each([
  ['launch #news,launch', ['#launch', '#news']],
  ['＃新商品、＃東京', ['#新商品', '#東京']],
  ['＃新商品＃東京', ['#新商品', '#東京']],
  ['新商品，東京、大阪', ['#新商品', '#東京', '#大阪']],
  ['#خبر، #جديد', ['#خبر', '#جديد']],
  ['＃＃a　#b; ；c。', ['#a', '#b', '#c']],
  ['#हिन्दी #C#', ['#हिन्दी', '#C#']],
  ['、，＃ #', []],
])('sends the hashtags %j as separate tags', (written, tags) => {
  expect(hashtagList(written)).toEqual(tags);
  expect(postText({ content: '新作です', hashtags: written }, false)).toBe(
    ['新作です', tags.join(' ')].filter((part) => part !== '').join('\n\n'),
  );
});
it('counts hashtags that other scripts separate', () => {
  const text = postText({ content: '', hashtags: '＃新商品、＃東京，हिन्दी' }, false);
  expect(hashtagsIn(text)).toHaveLength(3);
});
it.each([
  ['social', true],
  ['＃東京', true],
  ['', true],
  ['#a #b', true],
  ['#a、＃b', true],
  ['social media', false],
  ['#social media', false],
  ['東京、大阪', false],
])('decides whether %j is a list of hashtags: %s', (text, expected) => {
  expect(areHashtags(text)).toBe(expected);
});
