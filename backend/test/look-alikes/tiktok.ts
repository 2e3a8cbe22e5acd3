import { onlyFirst, type ReplyRule, type GivenReply } from './look-alike.ts';

const success = (data: string): GivenReply => ({
  text: `{"data":${data},"error":{"code":"ok","message":"","log_id":"1"}}`,
});
const error = (status: number, code: string): GivenReply => ({
  status,
  json: { error: { code, message: 'No.' } },
});

/** Has its own error for an expired token, fails at the first query, and uses post ids that are too large for a double. */
export function tiktok(posts: string[]): ReplyRule {
  const [fails, isProcessing] = [onlyFirst(), onlyFirst()];
  const isNew = onlyFirst();
  return ({ call, form, body, authorization }) => {
    if (call === 'POST /v2/oauth/token/') {
      if (form.get('client_key') !== 'app' || form.get('client_secret') !== 'tiktok secret')
        return { status: 401, json: { error: 'invalid_client', error_description: 'No.' } };
      const access = form.get('grant_type') === 'refresh_token' ? 'second' : 'first';
      const scope = 'user.info.basic,video.publish,video.list';
      return {
        json: { access_token: access, expires_in: 86_400, refresh_token: access, open_id: 'o', scope },
      };
    }
    if (authorization === 'Bearer first' && call.endsWith('/init/')) return error(401, 'access_token_is_old');
    switch (call) {
      case 'GET /v2/user/info/':
        return success('{"user":{"open_id":"o","display_name":"Ana"}}');
      case 'POST /v2/post/publish/creator_info/query/':
        if (!isNew() && fails()) return error(200, 'internal_error');
        return success('{"creator_username":"ana","privacy_level_options":["PUBLIC_TO_EVERYONE"]}');
      case 'POST /v2/post/publish/content/init/':
        posts.push(body);
        return success('{"publish_id":"p_1"}');
      case 'POST /v2/post/publish/status/fetch/':
        return isProcessing()
          ? success('{"status":"PROCESSING_DOWNLOAD"}')
          : success('{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7301234567890123457]}');
    }
    return undefined;
  };
}
