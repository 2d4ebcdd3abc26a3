'use strict';

// An ESLint rule: what was not made here is changed in host/ alone, which tries each change at the start.
const { AST_NODE_TYPES: KIND, ESLintUtils } = require('@typescript-eslint/utils');

/** What others document as to be assigned to, by the name of the type that has it. */
const DOCUMENTED = [
  // Koa: the answer, and what a request carries for those after.
  { type: /^(Extendable)?Context$/, members: /^(body|etag|state|status|type)$/ },
  { type: /^DefaultState$/, members: /^/ },
  // Strapi: what its lifecycles and the middlewares of its document service are given.
  { type: /Event$/, members: /^state$/ },
  { type: /^(WriteParameters|WriteResult)$/, members: /^/ },
  // zod: the schema that its `override` is given.
  { type: /^(BaseSchema|JSONSchema)$/, members: /^/ },
  // React.
  { type: /^(Mutable)?RefObject$/, members: /^current$/ },
];

/**
 * @typedef {import('@typescript-eslint/utils').TSESTree.Node} Node
 * @typedef {import('@typescript-eslint/utils').TSESTree.Identifier} Identifier
 * @typedef {import('@typescript-eslint/utils').TSESTree.CallExpression} Call
 */

const isOfLanguage = (/** @type {string} */ file) => /[\\/]typescript[\\/]lib[\\/]/.test(file);
const isOfBrowser = (/** @type {string} */ file) => /[\\/]lib\.dom\.d\.ts$/.test(file);

/**
 * Without what tells the compiler alone.
 * @param {Node} node
 * @returns {Node}
 */
function plain(node) {
  switch (node.type) {
    case KIND.TSAsExpression:
    case KIND.TSNonNullExpression:
    case KIND.ChainExpression:
      return plain(node.expression);
    case KIND.AwaitExpression:
      return plain(node.argument);
    default:
      return node;
  }
}

module.exports = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    messages: { changed: '{{what}} was not made here: only host/ changes it, and tries that at the start.' },
    schema: [],
    defaultOptions: [],
  },
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const { sourceCode } = context;

    const typeOf = (/** @type {Node} */ node) => services.getTypeAtLocation(node);
    const filesOf = (/** @type {Node} */ node) =>
      (typeOf(node).getSymbol()?.declarations ?? []).map((one) => one.getSourceFile().fileName);

    /**
     * Whether others have made a value, as far as its way can be followed in its file.
     * @param {Node} given
     * @returns {boolean}
     */
    function isOfOthers(given) {
      const node = plain(given);
      switch (node.type) {
        case KIND.MemberExpression:
          return isOfOthers(node.object);
        case KIND.LogicalExpression:
          return isOfOthers(node.left) || isOfOthers(node.right);
        case KIND.ConditionalExpression:
          return isOfOthers(node.consequent) || isOfOthers(node.alternate);
        case KIND.CallExpression:
          return isAnswerOfOthers(node);
        case KIND.Identifier:
          return isVariableOfOthers(node);
        default:
          return false;
      }
    }

    /**
     * What host/ hands out, and what a method of theirs returns; a method of the language makes something new.
     * @param {Call} call
     */
    function isAnswerOfOthers({ callee }) {
      if (callee.type === KIND.MemberExpression)
        return !filesOf(callee).every(isOfLanguage) && isOfOthers(callee.object);
      const made = callee.type === KIND.Identifier ? definitionOf(callee)?.parent : undefined;
      return made?.type === KIND.ImportDeclaration && /(^|\/)host\//.test(made.source.value);
    }

    /** @param {Identifier} node */
    function definitionOf(node) {
      let scope = sourceCode.getScope(node);
      while (scope.upper && !scope.set.has(node.name)) scope = scope.upper;
      return scope.set.get(node.name)?.defs[0];
    }

    /**
     * Parameters, imports and what belongs to the process; a variable is what it begins with, or one of what it goes over.
     * @param {Identifier} node
     */
    function isVariableOfOthers(node) {
      const definition = definitionOf(node);
      if (definition?.node.type === KIND.VariableDeclarator) {
        const { init, parent } = definition.node;
        const begins = parent.parent.type === KIND.ForOfStatement ? parent.parent.right : init;
        return begins !== null && isOfOthers(begins);
      }
      return !['ClassName', 'FunctionName'].includes(definition?.type ?? '');
    }

    /**
     * Data that has no members but those that are in it, such as the fields of a record.
     * @param {Node} node
     */
    function isData(node) {
      const type = typeOf(node);
      return checker.getIndexInfosOfType(type).length > 0 && type.getProperties().length === 0;
    }

    /**
     * @param {Node} object
     * @param {string} member
     */
    function isDocumented(object, member) {
      if (filesOf(object).some(isOfBrowser)) return true;
      const { symbol, aliasSymbol } = checker.getNonNullableType(typeOf(object));
      const names = [symbol, aliasSymbol].map((one) => one?.name ?? '');
      return DOCUMENTED.some(
        ({ type, members }) => members.test(member) && names.some((name) => type.test(name)),
      );
    }

    /**
     * @param {Node} node
     * @param {Node} given the object of which a member is changed
     * @param {string} [member]
     */
    function check(node, given, member = '') {
      const object = plain(given);
      if (isOfOthers(object) && !isData(object) && !isDocumented(object, member))
        context.report({ node, messageId: 'changed', data: { what: sourceCode.getText(object) } });
    }

    /** @param {Node} target */
    function checkTarget(target) {
      if (target.type !== KIND.MemberExpression) return;
      const { object, property, computed } = target;
      const isNamed = property.type === KIND.Identifier && !computed;
      check(target, object, isNamed ? property.name : undefined);
    }

    return {
      AssignmentExpression: ({ left }) => checkTarget(left),
      UpdateExpression: ({ argument }) => checkTarget(argument),
      UnaryExpression({ operator, argument }) {
        if (operator === 'delete') checkTarget(argument);
      },
      /** @param {Call} node */
      'CallExpression[callee.object.name=/^(Object|Reflect)$/][callee.property.name=/^(assign|define|delete|set)/]'(
        node,
      ) {
        const [object] = node.arguments;
        if (object) check(node, object);
      },
    };
  },
});
