import { type RefObject, useEffect } from 'react';

const SCROLLBARS = '.ag-body-vertical-scroll-viewport, .ag-body-horizontal-scroll-viewport';
const isOfScrollbar = (target: EventTarget | null): boolean => target instanceof Element && target.closest(SCROLLBARS) !== null;

/**
 * Lets the grid's own scrollbars scroll it only while a person has hold of them.
 *
 * AG Grid draws its scrollbars as elements that scroll, keeps them level with the rows, and takes whichever of the two moved first within 150 ms for the one
 * that the person moves. On a machine that is short of time the event of a scrollbar that was merely kept level comes later than that: the rows jump back to
 * where the scrollbar was, and what is scrolled meanwhile stays empty.
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
