import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from './browser.ts'

/** From the narrowest phone to a desktop, with the widths at which layouts change and break first. */
export const widths = [320, 360, 600, 768, 1024, 1440]

/**
 * Pairs of texts that are drawn over each other. Fixed and sticky elements are left out, since they cover the page on purpose,
 * and so is text that is clipped where it would overlap. The text layer over the picture of a page has no colour and is left
 * out too.
 */
const overlapping = `(() => {
  const known = new Map([[null, false]])
  const staysPut = (element) => {
    if (!known.has(element))
      known.set(element, ['fixed', 'sticky'].includes(getComputedStyle(element).position) || staysPut(element.parentElement))
    return known.get(element)
  }
  // The box in which an element is visible; the elements around it may clip it.
  const frames = new Map([[null, { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }]])
  const cut = (box, by) => ({
    left: Math.max(box.left, by.left), top: Math.max(box.top, by.top),
    right: Math.min(box.right, by.right), bottom: Math.min(box.bottom, by.bottom),
  })
  const frameOf = (element) => {
    if (!frames.has(element)) {
      const around = frameOf(element.parentElement)
      const cuts = getComputedStyle(element).overflowX !== 'visible'
      frames.set(element, cuts ? cut(element.getBoundingClientRect(), around) : around)
    }
    return frames.get(element)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (!node.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || staysPut(element)) continue
    if (getComputedStyle(element).color === 'rgba(0, 0, 0, 0)') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = cut(rect, frameOf(element))
      if (box.right - box.left > 3 && box.bottom - box.top > 3) texts.push({ element, box, text: node.data.trim().slice(0, 40) })
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top)
  const found = []
  for (const [at, one] of texts.entries())
    for (let next = at + 1; next < texts.length && texts[next].box.top < one.box.bottom - 3; next += 1) {
      const other = texts[next]
      const left = Math.max(one.box.left, other.box.left), right = Math.min(one.box.right, other.box.right)
      const top = Math.max(one.box.top, other.box.top), bottom = Math.min(one.box.bottom, other.box.bottom)
      if (right - left < 4 || bottom - top < 4 || one.element === other.element) continue
      const seen = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      if (seen.includes(one.element) && seen.includes(other.element)) found.push(one.text + ' | ' + other.text)
    }
  return found
})()`

/** Every layout shift since the page was opened without recent input, and its share of the window. */
const shifts = `(() => {
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  return observer.takeRecords()
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({ value, moved: sources.map(({ node, previousRect, currentRect }) =>
      [node?.textContent?.slice(0, 40), ...[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))].join(' ')) }))
})()`

/**
 * Expects that almost nothing visible moved while the page was loading, so that a press hits what it aims at. The authors of
 * the measure (https://web.dev/articles/cls) call a shift up to 0.1 good.
 */
export async function expectNothingMoved(page: Page, most = 0.1): Promise<void> {
  const found = await page.evaluate<{ value: number; moved: string[] }[]>(shifts)
  const sum = found.reduce((total, { value }) => total + value, 0)
  expect(sum, `${page.url()}: ${JSON.stringify(found)}`).toBeLessThan(most)
}

/**
 * Resolves once the page has drawn its new size and is idle. When two pages draw at once, one may never be idle, so the browser
 * calls back after half a second at the latest.
 */
export const sizeHasSettled = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() =>
  requestAnimationFrame(() => requestIdleCallback(() => settled(true), { timeout: 500 })))))`

/** Expects that no text on the page overlaps another. */
export async function expectNoOverlap(page: Page, where: string): Promise<void> {
  expect(await page.evaluate<string[]>(overlapping), where).toEqual([])
}

/** Expects that the page has no overlapping texts and no sideways scroll at every width. */
export async function expectRoomAtEveryWidth(page: Page): Promise<void> {
  for (const width of widths) {
    // The whole page has to be in view, because `elementsFromPoint` finds nothing outside it.
    await page.setViewportSize({ width, height: 6000 })
    await page.evaluate(sizeHasSettled)
    await expectNoSidewaysScroll(page)
    await expectNoOverlap(page, `${page.url()} at ${width} px`)
  }
}
