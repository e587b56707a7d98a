package net.luckperms.api.node.types;

import net.luckperms.api.node.NodeBuilder;
import net.luckperms.api.node.ScopedNode;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/node/types/InheritanceNode.java, 9b4fe67791e8 (5.5). */
public interface InheritanceNode extends ScopedNode<InheritanceNode, InheritanceNode.Builder> {
    static Builder builder(String group) { throw new UnsupportedOperationException(); }

    interface Builder extends NodeBuilder<InheritanceNode, Builder> {}
}
