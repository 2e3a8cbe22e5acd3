import { suggestReply, type AiReplyView } from '@posthorn/contracts/inbox/ai.http';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { SuggestReply } from './suggest-reply.command.ts';
import { SuggestReplyDto } from './suggest-reply.dto.ts';

@Controller()
export class AiController {
  constructor(private readonly commands: CommandBus) {}

  @Post(suggestReply.path)
  @HttpCode(200)
  suggest(@CurrentUserId() userId: string, @Body() body: SuggestReplyDto): Promise<AiReplyView> {
    return this.commands.execute(new SuggestReply(userId, body));
  }
}
