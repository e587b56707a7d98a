package net.luckperms.api.node.types;

import net.luckperms.api.node.NodeBuilder;
import net.luckperms.api.node.ScopedNode;
import standin.LuckPermsData;

/** A node that gives a group. */
public interface InheritanceNode extends ScopedNode<InheritanceNode, InheritanceNode.Builder> {
    static Builder builder(String group) {
        return () -> new LuckPermsData.GroupNode(group);
    }

    /** Makes one. */
    interface Builder extends NodeBuilder<InheritanceNode, Builder> {}
}
