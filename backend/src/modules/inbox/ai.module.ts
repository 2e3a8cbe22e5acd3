import { Module } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { AiController } from './features/suggest-reply/ai.controller.ts';
import { CommentsForModel } from './stores/comments-for-model/comments-for-model.ts';
import { SuggestReplyHandler } from './features/suggest-reply/suggest-reply.command.ts';
import { ChatClient } from './gateways/language-model/chat-client.ts';
import { ReplyModel } from './gateways/language-model/reply-model.ts';
import { AiBudget } from './gateways/language-model/ai-budget.ts';
import { ReplyWriter } from './gateways/language-model/reply-writer.ts';

const openModel = ({ model }: Configuration, http: SafeHttp): ReplyModel =>
  new ReplyModel(model && new ChatClient(model, http));

/** The model, its budget, and its suggestions for replies. */
@Module({
  imports: [OutgoingModule],
  controllers: [AiController],
  providers: [
    { provide: ReplyModel, useFactory: openModel, inject: [Configuration, SafeHttp] },
    AiBudget,
    CommentsForModel,
    ReplyWriter,
    SuggestReplyHandler,
  ],
  exports: [ReplyModel, ReplyWriter],
})
export class AiModule {}
