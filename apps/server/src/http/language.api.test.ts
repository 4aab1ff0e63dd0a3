import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const signIn = async (language: string | undefined, payload: object) => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/v2/gateway/authenticate',
    headers: language === undefined ? {} : { 'accept-language': language },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const nobody = { userName: 'nobody@example.test', password: 'quay-heron-41' };

it('a refusal is worded in the requested language, and its code stays the same', async () => {
  expect((await signIn('zh-CN,zh;q=0.9,en;q=0.8', nobody)).body).toMatchObject({
    code: 'wrong_credentials',
    message: '电子邮件地址或密码不正确',
  });
  for (const language of [undefined, 'en-GB', 'fr'])
    expect((await signIn(language, nobody)).body).toMatchObject({
      code: 'wrong_credentials',
      message: 'Incorrect email address or password',
    });
});

it('a refusal has the message code and its values for each wrong field', async () => {
  const { status, body } = await signIn('zh-CN', { ...nobody, password: '', code: '1'.repeat(65), more: 1 });
  expect(status).toBe(422);
  // The message is that of the first field.
  expect(body).toMatchObject({ code: 'bad_input', message: (body['errors'] as { message: string }[])[0]?.message });
  expect(body['errors']).toEqual(
    expect.arrayContaining([
      { field: 'password', message: '请填写密码', code: 'field.password_required' },
      { field: 'code', message: '最多 64 个字符', code: 'field.max_length', params: { max: 64 } },
      { field: 'more', message: '此处没有这个字段', code: 'field.unknown' },
    ]),
  );
});
