import type { Translated } from '../translated.ts';
import type { palette as english } from '../en/palette.ts';

/** Strings of the palette, which Ctrl K opens. */
export const palette: Translated<typeof english> = {
  title: '前往任意位置',
  open: '搜索全部',
  placeholder: '搜索页面、产品、发票……',
  results: '搜索结果',
  recent: '最近',
  screens: '页面',
  actions: '操作',
  nothing: '没有与“{{text}}”匹配的结果。',
  searching: '正在搜索……',
  records: '记录',
  failed: '页面和操作仍可使用。',
  count_one: '{{count}} 项',
  count_other: '{{count}} 项',
  move: '移动',
  choose: '打开',
  newTab: '新标签页',
  close: '关闭',
};
