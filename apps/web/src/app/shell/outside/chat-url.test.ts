import { expect, it } from 'vitest';
import { chatUrl } from './chat-url.ts';

const MAYA = { id: 'u-1', firstName: 'Maya & co', lastName: '{email}', email: 'maya+1@example.test' };

it('fills in the id, name and e-mail address where the URL has placeholders', () => {
  expect(chatUrl('https://chat.example.com/box?u={id}&n={name}&m={email}&again={id}', MAYA)).toBe(
    'https://chat.example.com/box?u=u-1&n=Maya%20%26%20co%20%7Bemail%7D&m=maya%2B1%40example.test&again=u-1',
  );
});

it('sends no personal data when the URL has no placeholders', () => {
  expect(chatUrl('https://chat.example.com/box', MAYA)).toBe('https://chat.example.com/box');
});

it('has no trailing space for a person with one name', () => {
  expect(chatUrl('https://c.example/{name}', { ...MAYA, firstName: 'Maya', lastName: '' })).toBe(
    'https://c.example/Maya',
  );
});
