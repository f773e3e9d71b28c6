"""Text that does not fit, measured from the page: cut off, beyond the box it belongs to, or too small to be read."""

from playwright.sync_api import Page

# Letters reach above and below their line; a pixel is lost in rounding.
_MISFITS = """() => {
    const found = new Set();
    const say = (element, text, fault) => {
        const name = element.dataset.testid ?? element.className?.toString().replace(/svelte-\\w+/g, '').trim();
        found.add(`${element.tagName.toLowerCase()}.${name}: ${JSON.stringify(text.slice(0, 60))} ${fault}`);
    };
    // What was read of an element; most are above many texts.
    const known = new Map();
    const facts = (element) => {
        if (!known.has(element)) {
            const style = getComputedStyle(element);
            known.set(element, {
                flows: style.display === 'inline' || style.display === 'contents',
                hides: style.overflow === 'hidden', x: style.overflowX, y: style.overflowY,
                ellipsis: style.textOverflow === 'ellipsis', position: style.position, boxed: isBoxed(style),
                edge: element.getBoundingClientRect(),
            });
        }
        return known.get(element);
    };
    // What is said only, not shown, is one pixel large.
    const isTiny = (box) => box.width <= 1 || box.height <= 1;
    const isSeen = (element) => {
        if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
        for (let up = element; up; up = up.parentElement)
            if (facts(up).hides && isTiny(facts(up).edge)) return false;
        return true;
    };
    const union = (boxes) => ({
        left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
        top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
    const isBoxed = (style) =>
        style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderBlockStartStyle !== 'none';

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const text = node.data.trim();
        const parent = node.parentElement;
        if (text === '' || parent.closest('script, style, option, svg') || !isSeen(parent)) continue;
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter((box) => box.width > 0);
        if (lines.length === 0) continue;
        const box = union(lines);
        const slack = 0.3 * parseFloat(getComputedStyle(parent).fontSize);
        let [across, down, free] = [true, true, false];  // which ways it may not leave, whether it left the flow
        for (let up = parent; up && up !== document.body; up = up.parentElement) {
            const {flows, x, y, ellipsis, position, boxed, edge} = facts(up);
            if (flows) continue;
            const cuts = {x: /hidden|clip/.test(x), y: /hidden|clip/.test(y)};
            // What scrolls can be reached: texts downwards, cards sideways.
            if (/auto|scroll/.test(y)) down = false;
            if (/auto|scroll/.test(x) && parent.closest('[data-face]')) across = false;
            if (free && !cuts.x && !cuts.y) continue;
            if (cuts.x && ellipsis && up.scrollWidth > up.clientWidth + 1)
                say(up, text, 'ends in an ellipsis');
            if (across && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5)) {
                say(up, text, `is ${Math.round(Math.max(edge.left - box.left, box.right - edge.right))} px too wide`);
                across = false;
            }
            if (down && (cuts.y || boxed) && (box.top < edge.top - slack || box.bottom > edge.bottom + slack)) {
                say(up, text, `is ${Math.round(Math.max(edge.top - box.top, box.bottom - edge.bottom))} px too high`);
                down = false;
            }
            if (position === 'fixed') break;
            if (position === 'absolute') free = true;
        }
        if (across && (box.left < -1 || box.right > innerWidth + 1)) say(parent, text, 'is beyond the screen');
    }

    const pen = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll('select, input[placeholder]')) {
        if (!isSeen(field)) continue;
        const style = getComputedStyle(field);
        const arrow = field.tagName === 'SELECT' ? 16 : 0;
        const text = field.tagName === 'SELECT' ? (field.selectedOptions[0]?.text ?? '') : field.placeholder;
        pen.font = style.font;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        if (pen.measureText(text).width > room + 1.5) say(field, text, 'is cut in its field');
    }
    if (document.documentElement.scrollWidth > innerWidth) found.add('the page is wider than the screen');
    return [...found];
}"""


def misfits(page: Page) -> list[str]:
    """Say which texts are cut off or overflow their boxes."""
    page.evaluate("document.fonts.ready.then(() => undefined)")
    found: list[str] = page.evaluate(_MISFITS)
    return found


# Signs of one letter are pictures; names on the board are drawn with it and grow with the zoom.
_SMALL = """(least) => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.data.trim();
        const parent = walker.currentNode.parentElement;
        if (text.length < 2 || parent.closest('script, style, option, svg')) continue;
        if (!parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        const box = parent.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        let size = parseFloat(getComputedStyle(parent).fontSize);
        for (let up = parent; up; up = up.parentElement) size *= Number(getComputedStyle(up).zoom) || 1;
        if (size < least) found.add(`${parent.className}: ${JSON.stringify(text.slice(0, 40))} has ${size.toFixed(1)} px`);
    }
    return [...found];
}"""


def small_letters(page: Page, least: float = 12) -> list[str]:
    """Say which texts are set in letters of fewer pixels than `least`."""
    found: list[str] = page.evaluate(_SMALL, least)
    return found
