import { expect, it } from 'vitest';
import { chatAddress } from './chat-address.ts';

const MAYA = { id: 'u-1', firstName: 'Maya & co', lastName: '{email}', email: 'maya+1@example.test' };

it('starts the chat with id, name and e-mail where its address names them', () => {
  expect(chatAddress('https://chat.example.com/box?u={id}&n={name}&m={email}&again={id}', MAYA)).toBe(
    'https://chat.example.com/box?u=u-1&n=Maya%20%26%20co%20%7Bemail%7D&m=maya%2B1%40example.test&again=u-1',
  );
});

it('tells nothing about anybody to a chat whose address does not ask for it', () => {
  expect(chatAddress('https://chat.example.com/box', MAYA)).toBe('https://chat.example.com/box');
});

it('has no last blank for a person with one name', () => {
  expect(chatAddress('https://c.example/{name}', { ...MAYA, firstName: 'Maya', lastName: '' })).toBe('https://c.example/Maya');
});
