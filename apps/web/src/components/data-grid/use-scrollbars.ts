import { type RefObject, useEffect } from 'react';

const SCROLLBARS = '.ag-body-vertical-scroll-viewport, .ag-body-horizontal-scroll-viewport';
const isOfScrollbar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(SCROLLBARS) !== null;

/**
 * Lets AG Grid's own scrollbars scroll the table only while a person drags them. AG Grid draws scrollbars as scrolling
 * elements and keeps them in step with the rows: if one of the two moves, it assumes for 150 ms that the person moved
 * that one, and ignores scroll events of the other. On a slow machine, the scroll event of a scrollbar that only
 * followed the rows can arrive after these 150 ms. Without this hook, the rows would then jump back to the position of
 * the scrollbar, and the rows at the new position would stay empty.
 */
export function useScrollbars(wrapper: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    let isHeld = false;
    const onPerson = (event: Event) => {
      isHeld = isOfScrollbar(event.target);
    };
    const onScroll = (event: Event) => {
      if (!isHeld && isOfScrollbar(event.target)) event.stopPropagation();
    };
    const gestures = ['pointerdown', 'wheel', 'keydown'] as const;
    for (const gesture of gestures) element.addEventListener(gesture, onPerson, { capture: true, passive: true });
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      for (const gesture of gestures) element.removeEventListener(gesture, onPerson, { capture: true });
      element.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [wrapper]);
}
