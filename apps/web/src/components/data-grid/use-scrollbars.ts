import { type RefObject, useEffect } from 'react';

const SCROLLBARS = '.ag-body-vertical-scroll-viewport, .ag-body-horizontal-scroll-viewport';
const isOfScrollbar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(SCROLLBARS) !== null;

/**
 * Lets the grid's own scrollbars scroll it only while a person drags them. AG Grid draws its scrollbars as scrolling
 * elements and synchronises them with the rows. Whichever of the two moved first within 150 ms counts as moved by the
 * person. On a slow machine the scroll event of a merely synchronised scrollbar arrives later than that. The rows would
 * then jump back to the scrollbar's position, and the rows scrolled to meanwhile would stay empty.
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
