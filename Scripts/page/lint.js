// Checks what report pages are made of: syntax, names that nothing declares or nothing uses, and
// indentation. Every finding is one line: the file, the line, and what is wrong there.
'use strict';

const fs = require('fs');
const path = require('path');
const css = require('css-tree');
const { CLIEngine } = require('eslint');

const root = path.join(__dirname, '..', '..');
const folder = path.join('Sources', 'Lab', 'Reporting', 'Page', 'Assets');
const read = name => fs.readFileSync(path.join(root, folder, name), 'utf8');

const findings = [];
function complain(name, line, text) {
  findings.push(`${path.join(folder, name)}:${line}: ${text}`);
}

// What the build puts into the program, in its order.
const embedded = [...read('CPage.c').matchAll(/^#embed "(.*?)"/gm)].map(([, name]) => name);
// The page over weeks has a script, a style and a frame of its own, and a report's style before them.
const weeks = {
  scripts: ['weeks.js'],
  text: read('weeks.js') + fs.readFileSync(
    path.join(root, 'Sources', 'Lab', 'Reporting', 'Campaign', 'WeeksPage.swift'), 'utf8'),
};
// A served site has pages of its own, which share the basics, and a script for served reports.
const siteFrame = fs.readFileSync(
  path.join(root, 'Sources', 'Lab', 'Reporting', 'Page', 'SitePage.swift'), 'utf8');
const site = {
  scripts: ['basics.js', 'runs.js', 'progress.js', 'site.js'],
  text: ['basics.js', 'runs.js', 'progress.js', 'site.js', 'runs.html', 'progress.html'].map(read).join('')
    + siteFrame,
};
// The plan editor has a page of its own, with a report's style before its own.
const editor = { scripts: embedded.filter(name => /^editor.*\.js$/.test(name)) };
editor.text = [...editor.scripts, 'editor.html'].map(read).join('')
  + fs.readFileSync(path.join(root, 'Sources', 'Lab', 'Reporting', 'Page', 'EditorPage.swift'), 'utf8');
const live = { scripts: ['live.js'], text: read('live.js') };
const isOfOthers = name => [...weeks.scripts, ...live.scripts, ...editor.scripts, 'editor.html', 'runs.js', 'progress.js', 'site.js', 'runs.html',
  'progress.html'].includes(name);
const report = {
  scripts: [...new Set(embedded)].filter(name => name.endsWith('.js') && !isOfOthers(name)),
  text: embedded.filter(name => /\.(js|html)$/.test(name) && !isOfOthers(name)).map(read).join(''),
};

function checkLayout(name) {
  const text = read(name);
  const [heading] = text.split('\n\n');
  if (!/^(\/\/.*(\n\/\/.*)*|\/\*[^]*\*\/|<!--[^]*-->)$/.test(heading)) {
    complain(name, 1, 'no comment, with an empty line after it, says what the file is for');
  }
  if (!text.endsWith('\n')) complain(name, 1, 'the last line has no end');
  text.split('\n').forEach((line, index) => {
    if (/[\t\f\r]|\s$/.test(line)) complain(name, index + 1, 'a tab, a form feed or a space at the end');
    if (/^( {2})* \S/.test(line) && !name.endsWith('.js')) complain(name, index + 1, 'not indented by steps of two spaces');
  });
}

// The script is checked as one text: its files share one scope, as they do in the page.
function checkScripts({ scripts, text: page }) {
  const origins = scripts.flatMap(name =>
    read(name).split('\n').slice(0, -1).map((_, index) => [name, index + 1]));
  const engine = new CLIEngine({ useEslintrc: false, configFile: path.join(__dirname, 'eslint.json') });
  const [result] = engine.executeOnText(scripts.map(read).join('')).results;
  for (const { line, message, ruleId } of result.messages) {
    complain(...origins[Math.min(line, origins.length) - 1], `${message} (${ruleId || 'syntax'})`);
  }
  for (const [index, line] of scripts.map(read).join('').split('\n').entries()) {
    for (const [, id] of line.matchAll(/\$\('([^']+)'\)/g)) {
      const made = new RegExp(`\\bid(="|: ')${id}["']`);
      if (!made.test(page)) complain(...origins[index], `nothing makes an element with the id '${id}'`);
    }
  }
}

function checkStyle(name) {
  const text = read(name);
  const declared = new Map();
  const used = new Map();
  const names = new Map();
  const outer = new Set();
  const tree = css.parse(text, {
    positions: true, onParseError: error => complain(name, error.line, error.message),
  });
  css.walk(tree, node => {
    const line = node.loc && node.loc.start.line;
    if (node.type === 'Declaration' && node.property.startsWith('--')) declared.set(node.property, line);
    else if (node.type === 'Declaration') {
      const { error } = css.lexer.matchDeclaration(node);
      if (error && error.name === 'SyntaxReferenceError') complain(name, line, error.message);
    }
    if (node.type === 'Function' && node.name === 'var') used.set(node.children.first.name, line);
    if (node.type === 'ClassSelector' || node.type === 'IdSelector') names.set(node.name, line);
  });
  if (['weeks.css', 'site.css', 'editor.css'].includes(name)) {
    for (const [, variable] of read('page.css').matchAll(/(--[a-z-]+):/g)) outer.add(variable);
  }
  for (const [variable, line] of used) {
    if (outer.has(variable)) continue;
    if (!declared.has(variable)) complain(name, line, `nothing declares ${variable}`);
  }
  // A report's script asks for colours by name; other pages have no script.
  const isReport = name === 'page.css', page = { 'weeks.css': weeks, 'site.css': site, 'editor.css': editor }[name];
  const hasWord = word => new RegExp(`\\b${word}\\b`).test((page || report).text);
  for (const [variable, line] of declared) {
    if (used.has(variable) || (isReport && hasWord(variable.slice(2)))) continue;
    complain(name, line, `nothing uses ${variable}`);
  }
  for (const [selected, line] of isReport || page ? names : []) {
    if (!hasWord(selected)) complain(name, line, `nothing is called '${selected}'`);
  }
}

new Set(embedded).forEach(checkLayout);
[report, weeks, site, live, editor].forEach(checkScripts);
embedded.filter(name => name.endsWith('.css')).forEach(checkStyle);
for (const name of fs.readdirSync(path.join(root, folder))) {
  if (/\.(js|css|html)$/.test(name) && !embedded.includes(name)) complain(name, 1, 'no page has it');
}
findings.forEach(finding => console.error(finding));
if (findings.length) process.exitCode = 1;
