"""Checks a built site: links and anchors lead somewhere, nothing comes from the network, the search knows pages, and pages have the list
items, rows and code blocks of their Markdown.

python3 scripts/site/check.py ROOT FOLDER
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Attributes from which a browser loads something by itself.
LOADS = {'script': ['src'], 'img': ['src', 'srcset'], 'iframe': ['src'], 'source': ['src', 'srcset'], 'video': ['src', 'poster'], 'audio': ['src'],
         'embed': ['src'], 'object': ['data'], 'link': ['href'], 'use': ['href', 'xlink:href'], 'image': ['href', 'xlink:href']}
REMOTE = re.compile(r'(?:[a-z][a-z0-9+.-]*:)?//', re.I)
IN_CSS = re.compile(r'(?:url\(\s*|@import\s+)["\']?((?:https?:)?//[^)"\'\s]+)')
# Paragraphs that begin as other blocks of Markdown do, and links that are still Markdown.
LEFT_OVER = re.compile(r'(?:^|\n)\s*(?:[*+-] \S|\|.*\||```|#{1,6} )|\]\([^)]*\)|^\d+\. \S')
VOID = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'}


class Page(HTMLParser):
    """Ids, links, loaded addresses, and the text outside of code."""

    def __init__(self, path):
        super().__init__()
        self.path, self.ids, self.links, self.loads, self.left = path, set(), [], [], []
        self.open, self.text = [], None
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for key in ('id', 'name'):
            if given.get(key):
                self.ids.add(given[key])
        if tag == 'a' and given.get('href') is not None:
            self.links.append(given['href'])
        for key in LOADS.get(tag, []):
            if given.get(key) and not (tag == 'link' and given.get('rel') in ('canonical', 'prev', 'next')):
                self.loads.append(given[key])
        if given.get('style'):
            self.loads += IN_CSS.findall(given['style'])
        if tag in ('p', 'li', 'td') and self.path.suffix == '.html':
            self.text = ''
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        if tag in ('p', 'li', 'td') and self.text is not None:
            if LEFT_OVER.search(self.text):
                self.left.append(self.text.strip()[:80])
            self.text = None

    def handle_data(self, data):
        if self.open and self.open[-1] == 'style':
            self.loads += IN_CSS.findall(data)
        if self.text is not None and not {'code', 'pre', 'script', 'style'} & set(self.open):
            self.text += data


def in_markdown(path):
    """Numbers of list items, rows and code blocks of a page of the repository."""
    items = rows = blocks = 0
    code = False
    for line in path.read_text().splitlines():
        if re.match(r' *```', line):
            code = not code
            blocks += code
        elif not code:
            items += bool(re.match(r' *([*+-]|\d{1,2}[.)]) +\S', line))
            rows += bool(re.match(r' *\|', line)) and not re.fullmatch(r' *\|[\s:|-]+\|?', line)
    return items, rows, blocks


def in_html(path):
    """The same of a page of the site."""
    article = re.search(r'<article.*</article>', path.read_text(), re.S).group()
    return tuple(len(re.findall(tag, article)) for tag in ('<li', '<tr', '<pre'))


def main(source, folder):
    source, root = Path(source), Path(folder).resolve()
    parsed, errors = {}, []

    def page(path):
        if path not in parsed:
            parsed[path] = Page(path)
        return parsed[path]

    def leads(origin, address):
        """What is wrong with an internal address, or nothing."""
        parts = urlsplit(address)
        path = unquote(parts.path)
        to = origin if not path else root / path.lstrip('/') if path.startswith('/') else origin.parent / path
        to = to.resolve()
        if to.is_dir():
            to = to / 'index.html'
        if root not in to.parents or not to.is_file():
            return 'leads nowhere'
        if parts.fragment and to.suffix == '.html' and unquote(parts.fragment) not in page(to).ids:
            return 'has no such anchor'
        return None

    links = anchors = 0
    # Pages of other makers, in examples, have checks of their own; here only that they load nothing from the network.
    for path in sorted(root.rglob('*.html')):
        made = 'examples' not in path.relative_to(root).parts
        name = path.relative_to(root)
        for address in page(path).loads:
            if REMOTE.match(address):
                errors.append(f'{name}: loads {address}')
            elif made and not address.startswith('data:') and leads(path, address):
                errors.append(f'{name}: loads {address}, which {leads(path, address)}')
        if not made:
            continue
        page_of = source / str(name.with_suffix('.md')).replace('index.md', 'README.md')
        if page_of.exists() and in_markdown(page_of) != in_html(path):
            errors.append(f'{name}: {in_html(path)} list items, rows and blocks, and {in_markdown(page_of)} in Markdown')
        errors += [f'{name}: Markdown is left over: {text}' for text in page(path).left]
        for address in page(path).links:
            if re.match(r'[a-z][a-z0-9+.-]*:|//', address, re.I):
                continue
            links += 1
            anchors += '#' in address
            wrong = leads(path, address)
            if wrong:
                errors.append(f'{name}: {address} {wrong}')
    for path in root.rglob('*.css'):
        errors += [f'{path.relative_to(root)}: loads {address}' for address in IN_CSS.findall(path.read_text())]
    found = {entry['location'].split('#')[0] for entry in json.loads((root / 'search/search_index.json').read_text())['docs']}
    errors += [f'{path.relative_to(root)}: the search does not know it' for path in root.rglob('*.html')
               if 'examples' not in path.relative_to(root).parts and path.name != '404.html'
               and str(path.relative_to(root)).removesuffix('index.html') not in {place.removesuffix('index.html') for place in found}]
    if links < 1000 or anchors < 500:
        errors.append(f'only {links} links, {anchors} of them to anchors: this is not the whole site')
    if errors:
        sys.exit('\n'.join(errors))
    print(f'{len(parsed)} pages, {links} internal links, {anchors} of them to anchors')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
