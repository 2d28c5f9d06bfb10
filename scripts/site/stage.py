"""Copies the pages of the repository to a folder from which MkDocs builds the site.

Pages keep their places, so links between them stay as they are. Links to other files of the repository lead to copies of these
where a browser shows them, and become plain text elsewhere. Lists and tables get the blank lines and indents that Python-Markdown
needs and GitHub does not.

python3 scripts/site/stage.py ROOT FOLDER [NAME=FILE ...]: NAME=FILE adds an example, FILE, which the page examples.md names.
"""

import re
import shutil
import sys
from pathlib import Path

TOP = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md', 'wireshark/README.md']
SHOWN = {'.yaml', '.txt', '.json', '.py', '.svg', '.png', '.html'}
LINK = re.compile(r'(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)')
CODE = re.compile(r'(`+)(?:(?!\1).)+?\1(?!`)')
ITEM = re.compile(r'( *)([*+-]|\d{1,2}[.)]) +(?=\S)')
FENCE = re.compile(r' *(```+|~~~+)')


def pages(root):
    return TOP + sorted(str(page.relative_to(root)) for page in (root / 'docs').rglob('*.md'))


def in_nav(config):
    """The paths of the navigation. Its lines are read as text: YAML of MkDocs has tags that only MkDocs resolves."""
    nav = config.read_text().split('\nnav:\n', 1)[1]
    return re.findall(r'^ +- (?:[^:\n]+: +)?(\S+\.md)$', nav, re.M)


def check_nav(root, staged):
    nav = in_nav(root / 'mkdocs.yml')
    errors = [f'{page}: not in nav of mkdocs.yml' for page in staged if page not in nav]
    errors += [f'mkdocs.yml: nav names {page}, which does not exist' for page in nav if page not in staged]
    errors += [f'mkdocs.yml: nav names {page} twice' for page in set(nav) if nav.count(page) > 1]
    if errors:
        sys.exit('\n'.join(sorted(errors)))


def outside_code(line, change):
    """The line with its parts outside of code spans changed."""
    done, at = '', 0
    for code in CODE.finditer(line):
        done += change(line[at:code.start()]) + code.group()
        at = code.end()
    return done + change(line[at:])


def links(root, page, text, staged, copies):
    """Text with links to what the site lacks as plain text; adds files to copy."""

    def target(link):
        image, label, path, anchor = link.groups()
        if not path or '://' in path or path.startswith('mailto:'):
            return link.group()
        to = (root / page).parent.joinpath(path).resolve()
        name = str(to.relative_to(root))
        if name in staged:
            return link.group()
        if to.is_file() and to.suffix in SHOWN:
            copies.add(name)
            return link.group()
        if image:
            sys.exit(f'{page}: the site cannot show {path}')
        return label

    # Labels may hold code, so code spans are hidden while links are looked for.
    spans = []

    def hide(code):
        spans.append(code.group())
        return f'\0{len(spans) - 1}\0'

    text = LINK.sub(target, CODE.sub(hide, text))
    return re.sub('\0(\\d+)\0', lambda number: spans[int(number.group(1))], text)


def blocks(lines):
    """Lines with indents of four columns for each level of a list, and blank lines before lists and tables."""
    out, stack, fence, shift = [], [], None, 0
    for line in lines:
        indent = len(line) - len(line.lstrip(' '))
        before = out[-1].strip() if out else ''
        if fence:
            out.append((' ' * max(0, indent + shift) + line.lstrip(' ')) if line.strip() else '')
            if line.strip() == fence:
                fence = None
            continue
        item = ITEM.match(line)
        if not line.strip():
            out.append('')
            continue
        opens = FENCE.match(line)
        if item or opens or not before or line.startswith('#'):
            while stack and indent < stack[-1]:
                stack.pop()
        level = ' ' * 4 * len(stack)
        if item:
            if not stack and before and not ITEM.match(out[-1]) and not out[-1].startswith(' '):
                out.append('')
            out.append(level + item.group(2).replace(')', '.') + ' ' + line[item.end():])
            stack.append(item.end())
        elif opens:
            fence, shift = opens.group(1), len(level) - indent
            out.append(level + line.lstrip(' '))
        else:
            if line.lstrip().startswith('|') and before and not before.startswith('|'):
                out.append('')
            out.append(level + line.lstrip(' '))
    return out


def stage(root, page, staged, copies):
    prose, code = [], False
    parts = []
    # MkDocs takes the title from the first line.
    text = re.sub(r'^(?:<!--.*?-->\s*)+', '', (root / page).read_text(), flags=re.S)
    for line in text.splitlines():
        fence = FENCE.match(line)
        if fence or code:
            if prose:
                parts.append(links(root, page, '\n'.join(prose), staged, copies))
                prose = []
            parts.append(line)
            code = code != bool(fence)
        else:
            prose.append(line)
    if prose:
        parts.append(links(root, page, '\n'.join(prose), staged, copies))
    return '\n'.join(blocks('\n'.join(parts).split('\n'))) + '\n'


def examples(given):
    text = ['# Examples', '', 'Pages that Inflight makes, as they are.', '']
    for name, path, size in given:
        text += [f'* [{name}]({path}) ({size})']
    first = given[0] if given else None
    if first and first[1].endswith('.html'):
        text += ['', f'## {first[0]}', '',
                 f'<iframe src="{first[1]}" title="{first[0]}" loading="lazy" style="width: 100%; height: 40rem; border: 1px solid"></iframe>']
    return '\n'.join(text) + '\n'


def main(root, folder, given):
    root, folder = Path(root).resolve(), Path(folder)
    staged = pages(root)
    check_nav(root, staged + ['examples.md'])
    shutil.rmtree(folder, ignore_errors=True)
    copies = set()
    for page in staged:
        to = folder / page
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(stage(root, page, staged, copies))
    for name in sorted(copies):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, folder / name)
    unused = [str(path.relative_to(root)) for path in (root / 'docs/drawings').iterdir() if str(path.relative_to(root)) not in copies]
    if unused:
        sys.exit('\n'.join(f'{name}: no page shows it' for name in sorted(unused)))
    shown = []
    for one in given:
        name, path = one.split('=', 1)
        path = Path(path)
        if path.is_dir():
            shutil.copytree(path, folder / 'examples' / path.name)
            shown.append((name, f'examples/{path.name}/index.html', 'many pages'))
        else:
            (folder / 'examples').mkdir(exist_ok=True)
            shutil.copyfile(path, folder / 'examples' / path.name)
            shown.append((name, f'examples/{path.name}', f'{path.stat().st_size / 1e6:.1f} MB'))
    (folder / 'examples.md').write_text(examples(shown))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
