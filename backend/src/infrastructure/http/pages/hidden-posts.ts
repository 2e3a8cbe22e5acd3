import { Injectable } from '@nestjs/common';

type PostsOf = (userId: string) => Promise<readonly number[]>;

/** Looks up the posts that a user hides from public pages. The module of link pages provides them; without that module no post is hidden. */
@Injectable()
export class HiddenPosts {
  #postsOf: PostsOf = () => Promise.resolve([]);

  answerBy(postsOf: PostsOf): void {
    this.#postsOf = postsOf;
  }

  /** Returns the ids of the posts. */
  of(userId: string): Promise<readonly number[]> {
    return this.#postsOf(userId);
  }
}
